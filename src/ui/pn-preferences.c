/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-preferences.h"

#include <glib/gi18n-lib.h>

#include "pn-granted.h"
#include "pn-settings.h"
#include "pn-shortcut-list.h"
#include "pn-shortcut-sets.h"
#include "pn-side-window.h"

#define WIDTH 680
#define HEIGHT 560
#define SIDEBAR_WIDTH 148
#define CAPTION_CHARS 44

#define STACK "pn-preferences-stack"

/* --- Lines: words at the left, a control at the right. */

static GtkWidget *
add_words (GtkWidget *box, const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), CAPTION_CHARS);
  gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

static void
add_line (GtkWidget *page, const char *title, const char *caption, GtkWidget *control)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *label = add_words (words, title, "pn-strong");

  gtk_accessible_update_relation (GTK_ACCESSIBLE (control), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                  label, NULL, -1);
  if (caption != NULL)
    gtk_accessible_update_relation (GTK_ACCESSIBLE (control), GTK_ACCESSIBLE_RELATION_DESCRIBED_BY,
                                    add_words (words, caption, "pn-caption"), NULL, -1);
  gtk_widget_set_hexpand (words, TRUE);
  gtk_widget_set_valign (words, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (control, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (line), words);
  gtk_box_append (GTK_BOX (line), control);
  gtk_box_append (GTK_BOX (page), line);
}

static GtkWidget *
new_page (void)
{
  GtkWidget *page = gtk_box_new (GTK_ORIENTATION_VERTICAL, 18);

  gtk_widget_add_css_class (page, "pn-page");
  return page;
}

static void
add_switch (GtkWidget *page, const char *setting, const char *title, const char *caption)
{
  GtkWidget *control = gtk_switch_new ();

  g_settings_bind (pn_settings_get (), setting, control, "active", G_SETTINGS_BIND_DEFAULT);
  add_line (page, title, caption, control);
}

static void
add_number (GtkWidget *page, const char *setting, const char *title, const char *caption)
{
  g_autoptr (GSettingsSchema) schema = NULL;
  g_object_get (pn_settings_get (), "settings-schema", &schema, NULL);
  g_autoptr (GSettingsSchemaKey) key = g_settings_schema_get_key (schema, setting);
  g_autoptr (GVariant) range = g_settings_schema_key_get_range (key);
  g_autoptr (GVariant) limits = NULL;
  int low, high;

  g_variant_get (range, "(&sv)", NULL, &limits);
  g_variant_get (limits, "(ii)", &low, &high);
  GtkWidget *control = gtk_spin_button_new_with_range (low, high, 1);
  gtk_editable_set_width_chars (GTK_EDITABLE (control), 7);
  g_settings_bind (pn_settings_get (), setting, control, "value", G_SETTINGS_BIND_DEFAULT);
  add_line (page, title, caption, control);
}

/* --- Look. */

static void
scheme_toggled_cb (GtkToggleButton *button, const char *nick)
{
  if (gtk_toggle_button_get_active (button))
    g_settings_set_string (pn_settings_get (), "color-scheme", nick);
}

/* The toggle of the scheme that is set. */
static void
show_scheme (GtkWidget *box)
{
  g_autofree char *scheme = g_settings_get_string (pn_settings_get (), "color-scheme");

  for (GtkWidget *child = gtk_widget_get_first_child (box); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (g_str_equal (scheme, g_object_get_data (G_OBJECT (child), "pn-nick")))
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (child), TRUE);
}

static GtkWidget *
build_schemes (void)
{
  static const struct {
    const char *nick, *label;
  } schemes[] = {{"dark", N_ ("Dark")}, {"light", N_ ("Light")}, {"system", N_ ("As the Desktop")}};
  GtkWidget *box =
      g_object_new (GTK_TYPE_BOX, "accessible-role", GTK_ACCESSIBLE_ROLE_RADIO_GROUP, NULL);
  GtkWidget *first = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (schemes); i++) {
    GtkWidget *button = gtk_toggle_button_new_with_label (_ (schemes[i].label));
    g_object_set_data (G_OBJECT (button), "pn-nick", (gpointer)schemes[i].nick);
    if (first == NULL)
      first = button;
    else
      gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (button), GTK_TOGGLE_BUTTON (first));
    gtk_box_append (GTK_BOX (box), button);
  }
  show_scheme (box);
  for (GtkWidget *child = gtk_widget_get_first_child (box); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    g_signal_connect (child, "toggled", G_CALLBACK (scheme_toggled_cb),
                      g_object_get_data (G_OBJECT (child), "pn-nick"));
  gtk_widget_add_css_class (box, "pn-segments");
  g_signal_connect_object (pn_settings_get (), "changed::color-scheme", G_CALLBACK (show_scheme),
                           box, G_CONNECT_SWAPPED);
  return box;
}

static GtkWidget *
build_look (PnCommands *commands)
{
  GtkWidget *page = new_page ();

  add_line (page, _ ("Colours"), _ ("The artwork is never tinted."), build_schemes ());
  add_switch (page, "high-contrast", _ ("High contrast"),
              _ ("Stronger lines and words. On in any case where the desktop asks for it."));
  return page;
}

/* --- Canvas. */

static GtkWidget *
build_canvas (PnCommands *commands)
{
  GtkWidget *page = new_page ();

  add_switch (
      page, "press-from-pressure", _ ("Press by pressure"),
      _ ("For tablets whose pen moves but never draws: what presses counts as a press, even "
         "if the system does not say that the tip is down."));
  return page;
}

/* --- Playback. What this window does now, and the next one begins with. */

static void
add_command (GtkWidget *page, PnCommands *commands, const char *name, const char *caption)
{
  const PnCommandEntry *entry = pn_commands_find (commands, name);

  if (entry != NULL && entry->is_on != NULL)
    add_line (page, _ (entry->label), caption, pn_commands_switch (commands, name));
}

static GtkWidget *
build_playback (PnCommands *commands)
{
  GtkWidget *page = new_page ();

  add_command (page, commands, "loop", _ ("Playing begins again at the end."));
  add_command (page, commands, "every-frame",
               _ ("No frame is left out where drawing is slow: time is, instead."));
  add_command (page, commands, "auto-key",
               _ ("Without it a pose is a preview, until a key is set or the frame changes."));
  return page;
}

/* --- Files. */

static void
open_folder_cb (GtkWidget *button)
{
  g_autofree char *folder = pn_settings_state_folder ();
  g_autofree char *uri = g_filename_to_uri (folder, NULL, NULL);

  /* It is there as soon as there is a document. */
  g_mkdir_with_parents (folder, 0700);
  if (uri != NULL)
    gtk_show_uri (GTK_WINDOW (gtk_widget_get_root (button)), uri, GDK_CURRENT_TIME);
}

static void
add_state_folder (GtkWidget *page)
{
  GtkWidget *button = gtk_button_new_with_label (_ ("Open Folder"));
  g_autofree char *folder = pn_settings_state_folder ();
  g_autofree char *shown = pn_granted_describe (folder);
  g_autofree char *caption =
      g_strdup_printf (_ ("Whatever you do is written to %s at once, and stays there until it is "
                          "saved or you let it go. After a crash it is offered again."),
                       shown);

  g_signal_connect (button, "clicked", G_CALLBACK (open_folder_cb), NULL);
  add_line (page, _ ("Nothing is lost"), caption, button);
}

static GtkWidget *
build_files (PnCommands *commands)
{
  GtkWidget *page = new_page ();

  add_number (page, "import-max-side", _ ("Largest picture, px a side"),
              _ ("A picture beyond this is refused before memory is taken for it."));
  add_number (page, "import-max-megapixels", _ ("Largest picture, megapixels"), NULL);
  add_number (page, "undo-megabytes", _ ("Undo, megabytes"),
              _ ("What the steps of one document may take. The oldest go first, and the last one "
                 "always stays."));
  add_state_folder (page);
  return page;
}

/* --- Shortcuts. */

static void
set_chosen_cb (GtkDropDown *drop_down, GParamSpec *pspec, PnCommands *commands)
{
  guint selected = gtk_drop_down_get_selected (drop_down);

  if (selected < pn_shortcut_sets_n () && (int)selected != pn_shortcut_set_find (commands))
    pn_shortcut_set_choose (commands, selected);
}

/* The last item stands for none of the sets. */
static void
show_set (GtkDropDown *drop_down, PnCommands *commands)
{
  int set = pn_shortcut_set_find (commands);

  gtk_drop_down_set_selected (drop_down, set >= 0 ? (guint)set : pn_shortcut_sets_n ());
}

static GtkWidget *
build_sets (PnCommands *commands)
{
  g_autoptr (GPtrArray) labels = g_ptr_array_new ();

  for (guint i = 0; i < pn_shortcut_sets_n (); i++)
    g_ptr_array_add (labels, (gpointer)pn_shortcut_set_label (i));
  g_ptr_array_add (labels, (gpointer)_ ("Your own"));
  g_ptr_array_add (labels, NULL);
  GtkWidget *drop_down = gtk_drop_down_new_from_strings ((const char *const *)labels->pdata);
  show_set (GTK_DROP_DOWN (drop_down), commands);
  g_signal_connect (drop_down, "notify::selected", G_CALLBACK (set_chosen_cb), commands);
  g_signal_connect_object (commands, "changed", G_CALLBACK (show_set), drop_down,
                           G_CONNECT_SWAPPED);
  return drop_down;
}

static GtkWidget *
build_shortcuts (PnCommands *commands)
{
  GtkWidget *page = new_page ();

  add_line (page, _ ("Keys as in"),
            _ ("Choosing takes the place of all keys. A line below changes those of one command."),
            build_sets (commands));
  gtk_box_append (GTK_BOX (page), pn_shortcut_list_new (commands, PN_SHORTCUT_LIST_EDITS));
  return page;
}

/* --- The window. */

static const struct {
  const char *title;
  GtkWidget *(*build) (PnCommands *commands);
} pages[PN_PREFERENCES_N_PAGES] = {
    [PN_PREFERENCES_LOOK] = {N_ ("Look"), build_look},
    [PN_PREFERENCES_CANVAS] = {N_ ("Canvas"), build_canvas},
    [PN_PREFERENCES_PLAYBACK] = {N_ ("Playback"), build_playback},
    [PN_PREFERENCES_FILES] = {N_ ("Files"), build_files},
    [PN_PREFERENCES_SHORTCUTS] = {N_ ("Shortcuts"), build_shortcuts},
};

static GtkWidget *
build_stack (PnCommands *commands)
{
  GtkWidget *stack = gtk_stack_new ();

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++) {
    GtkWidget *page = pages[i].build (commands);
    GtkWidget *scroller = gtk_scrolled_window_new ();
    gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                    GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), page);
    gtk_stack_add_titled (GTK_STACK (stack), scroller, pages[i].title, _ (pages[i].title));
  }
  gtk_widget_set_hexpand (stack, TRUE);
  return stack;
}

static void
focus_pages_cb (GtkWidget *sidebar)
{
  gtk_widget_child_focus (sidebar, GTK_DIR_TAB_FORWARD);
}

static void
build (GtkWindow *window, PnCommands *commands)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *stack = build_stack (commands);
  GtkWidget *sidebar = gtk_stack_sidebar_new ();

  gtk_stack_sidebar_set_stack (GTK_STACK_SIDEBAR (sidebar), GTK_STACK (stack));
  gtk_widget_set_size_request (sidebar, SIDEBAR_WIDTH, -1);
  gtk_widget_add_css_class (sidebar, "pn-pages");
  gtk_box_append (GTK_BOX (box), sidebar);
  gtk_box_append (GTK_BOX (box), stack);
  g_object_set_data (G_OBJECT (window), STACK, stack);
  gtk_window_set_title (window, _ ("Preferences"));
  gtk_window_set_titlebar (window, gtk_header_bar_new ());
  gtk_window_set_default_size (window, WIDTH, HEIGHT);
  gtk_window_set_child (window, box);
  /* Arrows go from page to page at once. */
  g_signal_connect (sidebar, "map", G_CALLBACK (focus_pages_cb), NULL);
}

void
pn_preferences_show (PnCommands *commands)
{
  g_return_if_fail (PN_IS_COMMANDS (commands));

  pn_side_window_show (commands, "pn-preferences", build);
}

void
pn_preferences_show_page (PnCommands *commands, PnPreferencesPage page)
{
  g_return_if_fail (PN_IS_COMMANDS (commands));
  g_return_if_fail (page < PN_PREFERENCES_N_PAGES);

  GtkWindow *window = pn_side_window_show (commands, "pn-preferences", build);
  if (window != NULL)
    gtk_stack_set_visible_child_name (g_object_get_data (G_OBJECT (window), STACK),
                                      pages[page].title);
}
