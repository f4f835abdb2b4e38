/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-recovery-dialog.h"

#include <glib/gi18n-lib.h>

#include "pn-application-private.h"
#include "pn-ask.h"
#include "pn-dialog.h"
#include "pn-granted.h"

/* px */
#define WIDTH 520
#define LIST_HEIGHT 360

typedef struct {
  PnApplication *application;
  PnWindow *parent;
  GtkWindow *window;
  GtkWidget *list;
  GPtrArray *left; /* PnRecovery, one for each row */
  void (*done) (gpointer data);
  gpointer data;
} Dialog;

/* --- Words. */

char *
pn_recovery_describe_time (const PnRecovery *recovery)
{
  g_autoptr (GDateTime) utc =
      g_date_time_new_from_unix_utc (recovery->modified_usec / G_USEC_PER_SEC);
  g_autoptr (GDateTime) then = g_date_time_to_local (utc);
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  gboolean is_today = g_date_time_get_year (then) == g_date_time_get_year (now) &&
                      g_date_time_get_day_of_year (then) == g_date_time_get_day_of_year (now);

  /* Translators: times as strftime writes them; see the manual of g_date_time_format. */
  return g_date_time_format (then, is_today ? _ ("Last changed today at %H:%M")
                                            : _ ("Last changed on %-d %B %Y at %H:%M"));
}

static char *
describe_name (const PnRecovery *recovery)
{
  if (recovery->path != NULL)
    return g_filename_display_basename (recovery->path);
  return g_strdup (recovery->name != NULL ? recovery->name : _ ("A document without a file"));
}

static char *
describe_place (const PnRecovery *recovery)
{
  g_autofree char *time = pn_recovery_describe_time (recovery);

  if (recovery->path == NULL)
    return g_steal_pointer (&time);
  g_autofree char *whole = pn_granted_describe (recovery->path);
  g_autofree char *folder = g_path_get_dirname (whole);
  /* Where the file is, is not always known. */
  if (strchr (whole, G_DIR_SEPARATOR) == NULL)
    return g_steal_pointer (&time);
  /* Translators: when, and in which folder. */
  return g_strdup_printf (_ ("%s · %s"), time, folder);
}

/* --- Rows. */

static const PnRecovery *
get_recovery (GtkWidget *row)
{
  return g_object_get_data (G_OBJECT (row), "pn-recovery");
}

static void
remove_row (Dialog *self, GtkWidget *row)
{
  gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
  if (gtk_widget_get_first_child (self->list) == NULL)
    gtk_window_destroy (self->window);
}

static GtkWidget *
get_row (GtkWidget *button)
{
  return gtk_widget_get_ancestor (button, GTK_TYPE_LIST_BOX_ROW);
}

static void
recover_cb (GtkWidget *button, Dialog *self)
{
  GtkWidget *row = get_row (button);

  pn_application_recover (self->application, self->parent, get_recovery (row));
  remove_row (self, row);
}

static void
recover_all_cb (Dialog *self)
{
  for (GtkWidget *row = gtk_widget_get_first_child (self->list); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    pn_application_recover (self->application, self->parent, get_recovery (row));
  gtk_window_destroy (self->window);
}

typedef struct {
  Dialog *dialog;
  GtkWidget *row;
} Discarding;

static void
discard_answer_cb (gpointer data, int answer)
{
  Discarding *discarding = data;
  g_autoptr (GError) error = NULL;

  if (answer != 1)
    return;
  if (pn_journal_discard (get_recovery (discarding->row)->folder, &error))
    remove_row (discarding->dialog, discarding->row);
  else
    pn_editor_say (pn_window_get_editor (discarding->dialog->parent), PN_MESSAGE_ERROR, "%s",
                   error->message);
}

static void
discard_cb (GtkWidget *button, Dialog *self)
{
  const PnAnswer answers[] = {
      {_ ("_Cancel"), PN_ANSWER_DEFAULT},
      {_ ("_Discard"), PN_ANSWER_DESTRUCTIVE},
  };
  Discarding *discarding = g_new0 (Discarding, 1);

  *discarding = (Discarding){self, get_row (button)};
  g_autofree char *name = describe_name (get_recovery (discarding->row));
  g_autofree char *question = g_strdup_printf (_ ("Discard the unsaved work on “%s”?"), name);
  pn_ask (self->window, question,
          _ ("It is removed for good. A file that was saved before stays as it is."), answers,
          G_N_ELEMENTS (answers), discard_answer_cb, discarding, g_free);
}

static GtkWidget *
make_words (const PnRecovery *recovery)
{
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  g_autofree char *name = describe_name (recovery);
  g_autofree char *place = describe_place (recovery);
  GtkWidget *title = gtk_label_new (name), *caption = gtk_label_new (place);

  gtk_widget_add_css_class (title, "pn-heading");
  gtk_widget_add_css_class (caption, "pn-caption");
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_xalign (GTK_LABEL (caption), 0);
  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_ellipsize (GTK_LABEL (caption), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_tooltip_text (caption, place);
  gtk_widget_set_hexpand (words, TRUE);
  gtk_box_append (GTK_BOX (words), title);
  gtk_box_append (GTK_BOX (words), caption);
  return words;
}

static GtkWidget *
make_button (const char *label, const char *of, GCallback callback, Dialog *self)
{
  GtkWidget *button = gtk_button_new_with_label (label);
  /* Translators: what a button does, and to which document. */
  g_autofree char *name = g_strdup_printf (_ ("%s: %s"), label, of);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect (button, "clicked", callback, self);
  return button;
}

static void
add_row (Dialog *self, PnRecovery *recovery)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  g_autofree char *name = describe_name (recovery);

  g_object_set_data (G_OBJECT (row), "pn-recovery", recovery);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_widget_set_focusable (row, FALSE);
  gtk_box_append (GTK_BOX (box), make_words (recovery));
  gtk_box_append (GTK_BOX (box), make_button (_ ("Discard…"), name, G_CALLBACK (discard_cb), self));
  gtk_box_append (GTK_BOX (box), make_button (_ ("Recover"), name, G_CALLBACK (recover_cb), self));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_append (GTK_LIST_BOX (self->list), row);
}

/* --- The dialog. */

static void
destroy_cb (Dialog *self)
{
  if (self->done != NULL)
    self->done (self->data);
  g_ptr_array_unref (self->left);
  g_object_unref (self->application);
  g_object_unref (self->parent);
  g_free (self);
}

static void
add_buttons (Dialog *self, PnDialog *dialog)
{
  gboolean any = self->left->len > 0;
  GtkWidget *later = pn_dialog_add_button (dialog, any ? _ ("_Later") : _ ("_Close"),
                                           G_CALLBACK (gtk_window_destroy), dialog->window);

  if (!any) {
    pn_dialog_set_default (dialog, later);
    return;
  }
  GtkWidget *all =
      pn_dialog_add_button (dialog, self->left->len == 1 ? _ ("_Recover") : _ ("_Recover All"),
                            G_CALLBACK (recover_all_cb), self);
  pn_dialog_set_default (dialog, all);
  gtk_widget_grab_focus (all);
}

static GtkWidget *
make_text (const Dialog *self)
{
  GtkWidget *text = gtk_label_new (
      self->left->len > 0
          ? _ ("Pantin was closed, or stopped, before this was saved. Nothing of it is lost.")
          : _ ("There is no unsaved work. Everything was saved or discarded."));

  gtk_label_set_wrap (GTK_LABEL (text), TRUE);
  gtk_label_set_xalign (GTK_LABEL (text), 0);
  return text;
}

static GtkWidget *
make_list (Dialog *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Unsaved work"), -1);
  for (guint i = 0; i < self->left->len; i++)
    add_row (self, g_ptr_array_index (self->left, i));
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), LIST_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->list);
  gtk_widget_set_visible (scrolled, self->left->len > 0);
  return scrolled;
}

void
pn_recovery_dialog_show (PnApplication *application,
                         PnWindow *parent,
                         GPtrArray *left,
                         void (*done) (gpointer data),
                         gpointer data)
{
  Dialog *self = g_new0 (Dialog, 1);
  PnDialog dialog = pn_dialog_new (GTK_WINDOW (parent), _ ("Unsaved Work"));

  *self = (Dialog){.application = g_object_ref (application),
                   .parent = g_object_ref (parent),
                   .window = dialog.window,
                   .left = g_ptr_array_ref (left),
                   .done = done,
                   .data = data};
  gtk_widget_set_size_request (dialog.content, WIDTH, -1);
  gtk_box_append (GTK_BOX (dialog.content), make_text (self));
  gtk_box_append (GTK_BOX (dialog.content), make_list (self));
  add_buttons (self, &dialog);
  g_signal_connect_swapped (dialog.window, "destroy", G_CALLBACK (destroy_cb), self);
  gtk_window_present (dialog.window);
}
