/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the window says: hints, messages, errors, and how safe the document is. */
#include "pn-test-gtk.h"
#include "pn-test-shell.h"

typedef PnTestShell Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  pn_test_shell_init (self);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  pn_test_shell_clear (self);
}

static gboolean
shows_text (GtkWidget *widget, const char *text)
{
  return GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) &&
         g_str_equal (gtk_label_get_text (GTK_LABEL (widget)), text);
}

static gboolean
shows (Fixture *self, const char *text)
{
  return pn_test_find (self->workspace, shows_text, text) != NULL;
}

/* --- The status line. */

static void
test_hint (Fixture *self, gconstpointer data)
{
  pn_commands_run (self->commands, "tool-select");
  pn_test_settle ();
  /* The first sentence stands by itself, and what follows beside it. */
  g_autofree char *hint = pn_editor_get_hint (self->editor);
  char *end = strstr (hint, ". ");
  g_assert_nonnull (end);
  *end = '\0';
  g_assert_true (shows (self, hint));
  GtkWidget *rest = pn_test_find (self->workspace, shows_text, end + 2);
  g_assert_nonnull (rest);
  g_assert_true (gtk_widget_has_css_class (rest, "pn-dim"));
  pn_commands_run (self->commands, "tool-puppet");
  pn_test_settle ();
  g_assert_false (shows (self, hint));
}

static void
test_message (Fixture *self, gconstpointer data)
{
  pn_editor_say (self->editor, PN_MESSAGE_INFO, "Copied 3 keys.");
  GtkWidget *label = pn_test_find (self->workspace, shows_text, "Copied 3 keys.");
  g_assert_nonnull (label);
  gtk_test_accessible_assert_role (label, GTK_ACCESSIBLE_ROLE_STATUS);
  GtkWidget *message = gtk_widget_get_parent (label);
  g_assert_true (gtk_widget_has_css_class (message, "info"));

  /* The next one takes its place at once. */
  pn_editor_say (self->editor, PN_MESSAGE_WARNING, "The pin is off the mesh.");
  g_assert_false (shows (self, "Copied 3 keys."));
  g_assert_true (shows (self, "The pin is off the mesh."));
  g_assert_true (gtk_widget_has_css_class (message, "warning"));
  g_assert_false (gtk_widget_has_css_class (message, "info"));
  /* A sentence that is too long for the line is there in full. */
  g_assert_cmpstr (gtk_widget_get_tooltip_text (label), ==, "The pin is off the mesh.");
}

static gboolean
is_over (gpointer message)
{
  return !gtk_widget_get_mapped (message);
}

static void
test_message_goes (Fixture *self, gconstpointer data)
{
  pn_editor_say (self->editor, PN_MESSAGE_INFO, "Copied 3 keys.");
  GtkWidget *label = pn_test_find (self->workspace, shows_text, "Copied 3 keys.");
  pn_test_wait (is_over, label);
  g_autofree char *hint = pn_editor_get_hint (self->editor);
  *strstr (hint, ". ") = '\0';
  g_assert_true (shows (self, hint));
}

static gboolean
mentions_text (GtkWidget *widget, const char *text)
{
  return GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) &&
         strstr (gtk_label_get_text (GTK_LABEL (widget)), text) != NULL;
}

static gboolean
mentions (Fixture *self, const char *text)
{
  return pn_test_find (self->workspace, mentions_text, text) != NULL;
}

static gboolean
says_device (gpointer data)
{
  Fixture *self = data;
  const char *device = pn_editor_get_device (self->editor);

  return device != NULL && mentions (self, device);
}

static void
test_facts (Fixture *self, gconstpointer data)
{
  g_assert_true (mentions (self, "400 × 300"));
  /* The canvas says what it draws by once it has drawn. */
  pn_test_wait (says_device, self);
  g_autoptr (JsonNode) done =
      pn_test_run (&self->base, "{'op': 'set_document', 'size': [640, 480]}");
  pn_test_settle ();
  g_assert_true (mentions (self, "640 × 480"));
  g_assert_false (mentions (self, "400 × 300"));
}

/* A window whose document is another has one line that listens to its pointers. */
static void
test_lets_go (Fixture *self, gconstpointer data)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (self->window);
  guint n_before = g_list_model_get_n_items (controllers);

  g_object_ref (self->workspace);
  gtk_window_set_child (GTK_WINDOW (self->window), NULL);
  g_assert_cmpuint (g_list_model_get_n_items (controllers), ==, n_before - 1);
  gtk_window_set_child (GTK_WINDOW (self->window), self->workspace);
  g_assert_cmpuint (g_list_model_get_n_items (controllers), ==, n_before);
  g_object_unref (self->workspace);
}

/* --- Errors. */

static void
test_errors_stay (Fixture *self, gconstpointer data)
{
  pn_editor_say (self->editor, PN_MESSAGE_ERROR, "The disk is full.");
  pn_editor_say (self->editor, PN_MESSAGE_ERROR, "The folder is gone.");
  pn_editor_say (self->editor, PN_MESSAGE_INFO, "Copied 3 keys.");
  gtk_test_widget_wait_for_draw (self->workspace);
  g_assert_true (shows (self, "The disk is full."));
  g_assert_true (shows (self, "The folder is gone."));
  g_assert_true (shows (self, "Copied 3 keys."));
  GtkWidget *label = pn_test_find (self->workspace, shows_text, "The disk is full.");
  gtk_test_accessible_assert_role (gtk_widget_get_parent (label), GTK_ACCESSIBLE_ROLE_ALERT);
}

static guint
count_errors (GtkWidget *widget)
{
  guint n =
      gtk_widget_has_css_class (widget, "pn-message") && gtk_widget_has_css_class (widget, "error");

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_errors (child);
  return n;
}

/* A journal that fails at every step says so once, and leaves the keyboard where it is. */
static void
test_errors_once (Fixture *self, gconstpointer data)
{
  pn_editor_say (self->editor, PN_MESSAGE_ERROR, "The disk is full.");
  gtk_test_widget_wait_for_draw (self->workspace);
  GtkWidget *label = pn_test_find (self->workspace, shows_text, "The disk is full.");
  gtk_widget_grab_focus (label);
  for (guint i = 0; i < 5; i++)
    pn_editor_say (self->editor, PN_MESSAGE_ERROR, "The disk is full.");
  g_assert_cmpuint (count_errors (self->workspace), ==, 1);
  g_assert_true (pn_test_find (self->workspace, shows_text, "The disk is full.") == label);
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (self->window)) == label);
}

/* By keyboard alone, and the keyboard goes on with the next one. */
static void
test_errors_put_away (Fixture *self, gconstpointer data)
{
  pn_editor_say (self->editor, PN_MESSAGE_ERROR, "The disk is full.");
  pn_editor_say (self->editor, PN_MESSAGE_ERROR, "The folder is gone.");
  gtk_test_widget_wait_for_draw (self->workspace);
  GtkWidget *label = pn_test_find (self->workspace, shows_text, "The folder is gone.");
  GtkWidget *list = gtk_widget_get_ancestor (label, GTK_TYPE_SCROLLED_WINDOW);
  pn_commands_run (self->commands, "previous-region"); /* options */
  pn_commands_run (self->commands, "previous-region"); /* tools */
  pn_commands_run (self->commands, "previous-region"); /* header */
  pn_commands_run (self->commands, "previous-region");
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (self->window)) == label);

  pn_test_key ("key", "Escape");
  pn_test_settle ();
  while (count_errors (self->workspace) == 2)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (shows (self, "The disk is full."));
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self->window));
  g_assert_true (gtk_widget_is_ancestor (focus, list));
  g_assert_true (gtk_widget_get_visible (list));

  pn_test_key ("key", "Escape");
  while (count_errors (self->workspace) == 1)
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (gtk_widget_get_visible (list));
}

/* --- The header. */

static gboolean
heads (Fixture *self, const char *text)
{
  return pn_test_find (self->header, shows_text, text) != NULL;
}

static void
test_title (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (self->base.folder, "hero.pantin", NULL);

  g_assert_true (heads (self, "Untitled"));
  g_assert_true (heads (self, "New document"));
  g_autoptr (JsonNode) group = pn_test_run (&self->base, "{'op': 'add_group', 'name': 'arm'}");
  pn_test_settle ();
  g_assert_true (heads (self, "Not saved"));

  pn_session_save (self->base.session, path, NULL, PN_SAVE_REFUSE_NEWER, &error);
  g_assert_no_error (error);
  pn_test_settle ();
  g_assert_true (heads (self, "hero.pantin"));
  g_assert_true (heads (self, "Saved"));
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (self->window)), ==, "hero.pantin");

  g_autoptr (JsonNode) other = pn_test_run (&self->base, "{'op': 'add_group', 'name': 'leg'}");
  pn_test_settle ();
  g_assert_true (heads (self, "Not saved"));
  pn_editor_undo (self->editor);
  pn_test_settle ();
  g_assert_true (heads (self, "Saved"));
}

int
main (int argc, char **argv)
{
  pn_test_gtk_init (&argc, &argv);
#define add(path, test) g_test_add (path, Fixture, NULL, set_up, test, tear_down)
  add ("/ui/messages/hint", test_hint);
  add ("/ui/messages/message", test_message);
  add ("/ui/messages/message-goes", test_message_goes);
  add ("/ui/messages/facts", test_facts);
  add ("/ui/messages/lets-go", test_lets_go);
  add ("/ui/messages/errors-stay", test_errors_stay);
  add ("/ui/messages/errors-once", test_errors_once);
  add ("/ui/messages/errors-put-away", test_errors_put_away);
  add ("/ui/messages/title", test_title);
#undef add
  return g_test_run ();
}
