/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-export-dialog.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "pn-ask.h"
#include "pn-dialog.h"
#include "pn-export-run.h"
#include "pn-granted.h"
#include "pn-import.h"
#include "pn-list-keys.h"

/* What follows when a place was chosen. */
typedef enum { TARGET_STAY, TARGET_GO } AfterChoosing;

typedef struct {
  PnEditor *editor;
  PnExportChoice choice;
  PnExportChosen chosen;
  gpointer data;
  gboolean is_replace_confirmed; /* by the dialog that chose the file */
  gboolean is_updating;          /* widgets are set, not used */

  GtkWindow *window;
  GtkWidget *presets, *width, *height, *first, *last, *depth, *on, *color, *target, *note;
  GtkNativeDialog *chooser; /* (nullable) */
  AfterChoosing after_choosing;
} Dialog;

static const struct {
  PnExportFormat format;
  const char *title, *caption;
} presets[] = {
    {PN_EXPORT_WEBM, N_ ("Film, WebM"), N_ ("Transparent; plays in browsers")},
    {PN_EXPORT_MP4, N_ ("Film, MP4"), N_ ("Plays everywhere; no transparency")},
    {PN_EXPORT_GIF, N_ ("Animated GIF"), N_ ("256 colours; for chats and forums")},
    {PN_EXPORT_APNG, N_ ("Animated PNG"), N_ ("All colours and transparency")},
    {PN_EXPORT_PNG, N_ ("Pictures, PNG"), N_ ("One for each frame, in a folder")},
};

static PnSession *
get_session (const Dialog *self)
{
  return pn_editor_get_session (self->editor);
}

static const PnRoot *
get_root (const Dialog *self)
{
  return pn_session_get_root (get_session (self));
}

/* --- What the choice shows as. */

static const char *
find_note (const Dialog *self)
{
  const PnExportChoice *choice = &self->choice;
  gboolean is_clear = choice->on == PN_EXPORT_ON_NONE ||
                      (choice->on == PN_EXPORT_ON_DOCUMENT && !get_root (self)->has_background);

  if (!pn_export_has_alpha (choice->format) && is_clear)
    return _ ("There is no transparency in it: white is laid under the picture.");
  if (choice->format == PN_EXPORT_GIF)
    return _ ("Edges are hard, because a pixel is either clear or not.");
  return NULL;
}

/* The file is not there yet, but its folder may be known by another name. */
static char *
describe_path (const PnExportChoice *choice)
{
  g_autofree char *name = g_filename_display_name (choice->name);

  if (!pn_granted_takes_files (choice->folder))
    return g_steal_pointer (&name);
  g_autofree char *folder = pn_granted_describe (choice->folder);
  return g_build_filename (folder, name, NULL);
}

static void
update (Dialog *self)
{
  g_autofree char *path = pn_export_choice_get_path (&self->choice);
  g_autofree char *shown =
      path != NULL ? describe_path (&self->choice) : g_strdup (_ ("You are asked where to"));
  const char *note = find_note (self);
  int width, height;

  self->is_updating = TRUE;
  pn_export_choice_get_size (&self->choice, get_root (self), &width, &height);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->width), width);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->height), height);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->first), self->choice.first_frame);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->last), self->choice.last_frame);
  gtk_widget_set_sensitive (self->depth, pn_export_has_16_bits (self->choice.format));
  gtk_widget_set_visible (self->color, self->choice.on == PN_EXPORT_ON_COLOR);
  gtk_label_set_text (GTK_LABEL (self->target), shown);
  gtk_widget_set_tooltip_text (self->target, shown);
  gtk_label_set_text (GTK_LABEL (self->note), note != NULL ? note : "");
  self->is_updating = FALSE;
}

/* --- Presets. */

static void
preset_selected_cb (Dialog *self, GtkListBoxRow *selected)
{
  PnExportFormat format;

  if (selected == NULL || self->is_updating)
    return;
  format = presets[gtk_list_box_row_get_index (selected)].format;
  if (format == self->choice.format)
    return;
  pn_export_choice_set_format (&self->choice, format, get_session (self));
  self->is_replace_confirmed = FALSE;
  update (self);
}

static GtkWidget *
make_preset (guint index)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  g_autofree char *reason = NULL;
  gboolean is_there = pn_export_is_available (presets[index].format, &reason);
  GtkWidget *caption =
      pn_dialog_label (is_there ? _ (presets[index].caption) : reason, "pn-caption");

  gtk_label_set_wrap (GTK_LABEL (caption), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (caption), 28);
  gtk_box_append (GTK_BOX (words), pn_dialog_label (_ (presets[index].title), NULL));
  gtk_box_append (GTK_BOX (words), caption);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), words);
  pn_list_name_row (words, _ (presets[index].title),
                    is_there ? _ (presets[index].caption) : reason);
  gtk_widget_set_sensitive (row, is_there);
  return row;
}

static void take (Dialog *self);
static void go (Dialog *self);

static GtkWidget *
make_presets (Dialog *self)
{
  self->presets = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->presets), GTK_SELECTION_BROWSE);
  gtk_list_box_set_activate_on_single_click (GTK_LIST_BOX (self->presets), FALSE);
  gtk_widget_set_size_request (self->presets, 220, -1);
  gtk_widget_set_valign (self->presets, GTK_ALIGN_START);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->presets), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Format"), -1);
  for (guint i = 0; i < G_N_ELEMENTS (presets); i++) {
    GtkWidget *row = make_preset (i);
    gtk_list_box_append (GTK_LIST_BOX (self->presets), row);
    if (presets[i].format == self->choice.format)
      gtk_list_box_select_row (GTK_LIST_BOX (self->presets), GTK_LIST_BOX_ROW (row));
  }
  g_signal_connect_swapped (self->presets, "row-selected", G_CALLBACK (preset_selected_cb), self);
  g_signal_connect_swapped (self->presets, "row-activated", G_CALLBACK (go), self);
  return self->presets;
}

/* --- Fields. */

/* A side that is set brings the other with it: the picture is never pulled out of shape. */
static void
set_scale (Dialog *self, double scale)
{
  if (self->is_updating)
    return;
  self->choice.scale = CLAMP (scale, PN_EXPORT_SCALE_MIN, PN_EXPORT_SCALE_MAX);
  update (self);
}

static void
width_changed_cb (Dialog *self)
{
  set_scale (self,
             gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->width)) / get_root (self)->width);
}

static void
height_changed_cb (Dialog *self)
{
  set_scale (self,
             gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->height)) / get_root (self)->height);
}

static GtkWidget *
make_size (Dialog *self)
{
  const PnRoot *root = get_root (self);

  self->width = pn_dialog_spin (_ ("Width, px"), 1, root->width * PN_EXPORT_SCALE_MAX, 1, 0,
                                G_CALLBACK (width_changed_cb), self);
  self->height = pn_dialog_spin (_ ("Height, px"), 1, root->height * PN_EXPORT_SCALE_MAX, 1, 0,
                                 G_CALLBACK (height_changed_cb), self);
  return pn_dialog_pair (self->width, "×", self->height);
}

static void
first_changed_cb (Dialog *self)
{
  if (self->is_updating)
    return;
  self->choice.first_frame = gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->first));
  self->choice.last_frame = MAX (self->choice.last_frame, self->choice.first_frame);
  update (self);
}

static void
last_changed_cb (Dialog *self)
{
  if (self->is_updating)
    return;
  self->choice.last_frame = gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->last));
  self->choice.first_frame = MIN (self->choice.last_frame, self->choice.first_frame);
  update (self);
}

static GtkWidget *
make_range (Dialog *self)
{
  int last = pn_export_n_frames (get_root (self)) - 1;

  self->first =
      pn_dialog_spin (_ ("First frame"), 0, last, 0, 0, G_CALLBACK (first_changed_cb), self);
  self->last = pn_dialog_spin (_ ("Last frame"), 0, last, 0, 0, G_CALLBACK (last_changed_cb), self);
  /* Translators: between the first and the last frame. */
  return pn_dialog_pair (self->first, _ ("to"), self->last);
}

static void
depth_changed_cb (Dialog *self)
{
  gboolean is_deep = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->depth)) == 1;

  self->choice.depth = is_deep ? PN_DEPTH_16 : PN_DEPTH_8;
}

static GtkWidget *
make_depth (Dialog *self)
{
  const char *const words[] = {_ ("8 bits for each colour"), _ ("16 bits for each colour"), NULL};

  self->depth = pn_dialog_choice (_ ("Depth"), words, self->choice.depth == PN_DEPTH_16 ? 1 : 0,
                                  G_CALLBACK (depth_changed_cb), self);
  return self->depth;
}

static void
on_changed_cb (Dialog *self)
{
  self->choice.on = (PnExportOn)gtk_drop_down_get_selected (GTK_DROP_DOWN (self->on));
  update (self);
}

static void
color_set_cb (Dialog *self)
{
  GdkRGBA color;

  gtk_color_chooser_get_rgba (GTK_COLOR_CHOOSER (self->color), &color);
  self->choice.color[0] = (guint8)(color.red * 255.0f + 0.5f);
  self->choice.color[1] = (guint8)(color.green * 255.0f + 0.5f);
  self->choice.color[2] = (guint8)(color.blue * 255.0f + 0.5f);
}

static GtkWidget *
make_background (Dialog *self)
{
  const char *const words[] = {_ ("As in the document"), _ ("None"), _ ("A colour"), NULL};
  const guint8 *color = self->choice.color;
  const GdkRGBA rgba = {(float)color[0] / 255.0f, (float)color[1] / 255.0f,
                        (float)color[2] / 255.0f, 1};
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->on =
      pn_dialog_choice (_ ("Background"), words, self->choice.on, G_CALLBACK (on_changed_cb), self);
  self->color = gtk_color_button_new_with_rgba (&rgba);
  gtk_widget_set_tooltip_text (self->color, _ ("Colour of the background"));
  g_signal_connect_swapped (self->color, "color-set", G_CALLBACK (color_set_cb), self);
  gtk_box_append (GTK_BOX (row), self->on);
  gtk_box_append (GTK_BOX (row), self->color);
  return row;
}

/* --- Where to. */

static void
target_chosen_cb (Dialog *self, int response, GtkFileChooser *chooser)
{
  g_autoptr (GFile) file =
      response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (chooser) : NULL;
  const char *path = file != NULL ? g_file_peek_path (file) : NULL;

  if (path == NULL)
    return;
  if (gtk_file_chooser_get_action (chooser) == GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER)
    pn_export_choice_set_folder (&self->choice, path, get_session (self));
  else
    pn_export_choice_set_path (&self->choice, path);
  self->is_replace_confirmed = TRUE;
  update (self);
  if (self->after_choosing == TARGET_GO)
    take (self);
}

/* A sandbox is granted what is chosen and nothing beside it, and pictures need a folder. */
static void
choose_target (Dialog *self, AfterChoosing after)
{
  gboolean is_folder = self->choice.format == PN_EXPORT_PNG && pn_granted_is_sandboxed ();
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
      _ ("Export to"), self->window,
      is_folder ? GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER : GTK_FILE_CHOOSER_ACTION_SAVE,
      _ ("_Choose"), _ ("_Cancel"));

  g_clear_object (&self->chooser);
  self->chooser = GTK_NATIVE_DIALOG (chooser);
  self->after_choosing = after;
  gtk_native_dialog_set_modal (self->chooser, TRUE);
  if (self->choice.folder != NULL && pn_granted_takes_files (self->choice.folder)) {
    g_autoptr (GFile) folder = g_file_new_for_path (self->choice.folder);
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (chooser), folder, NULL);
  }
  if (!is_folder)
    gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), self->choice.name);
  g_signal_connect_swapped (chooser, "response", G_CALLBACK (target_chosen_cb), self);
  gtk_native_dialog_show (self->chooser);
}

static void
choose_target_cb (Dialog *self)
{
  choose_target (self, TARGET_STAY);
}

static GtkWidget *
make_target (Dialog *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *choose = pn_mnemonic_button_new (_ ("_Choose…"));

  self->target = pn_dialog_label (NULL, NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->target), PANGO_ELLIPSIZE_START);
  gtk_label_set_width_chars (GTK_LABEL (self->target), 28);
  gtk_label_set_max_width_chars (GTK_LABEL (self->target), 28);
  gtk_widget_set_hexpand (self->target, TRUE);
  gtk_widget_set_tooltip_text (choose, _ ("Choose where it goes and what it is called"));
  g_signal_connect_swapped (choose, "clicked", G_CALLBACK (choose_target_cb), self);
  gtk_box_append (GTK_BOX (row), self->target);
  gtk_box_append (GTK_BOX (row), choose);
  return row;
}

static GtkWidget *
make_fields (Dialog *self)
{
  GtkWidget *grid = pn_dialog_grid ();

  pn_dialog_add_field (grid, _ ("Size"), make_size (self));
  pn_dialog_add_field (grid, _ ("Frames"), make_range (self));
  pn_dialog_add_field (grid, _ ("Background"), make_background (self));
  pn_dialog_add_field (grid, _ ("Depth"), make_depth (self));
  pn_dialog_add_field (grid, _ ("To"), make_target (self));
  self->note = pn_dialog_label (NULL, "pn-caption");
  gtk_label_set_wrap (GTK_LABEL (self->note), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (self->note), 36);
  pn_dialog_add_field (grid, NULL, self->note);
  return grid;
}

/* --- Taking it. */

static void
take (Dialog *self)
{
  PnExportChosen chosen = self->chosen;
  gpointer data = self->data;
  PnExportChoice choice = self->choice;

  pn_export_choice_remember (&choice);
  /* The dialog is gone before anything else is shown; the choice outlives it. */
  self->choice = (PnExportChoice){0};
  gtk_window_destroy (self->window);
  chosen (data, &choice);
  pn_export_choice_clear (&choice);
}

static void
replace_answer_cb (gpointer data, int answer)
{
  if (answer == PN_ANSWER_REPLACE)
    take (data);
}

/* Another export would take the place of what the first one is writing, without a word. */
static void
say_under_way (Dialog *self, const char *path)
{
  const PnAnswer answers[] = {{_ ("_Close"), PN_ANSWER_DEFAULT}};
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *text = g_strdup_printf (_ ("“%s” is being exported already"), name);

  pn_ask (self->window, text, _ ("Choose another name, or wait until that export is done."),
          answers, G_N_ELEMENTS (answers), NULL, NULL, NULL);
}

static void
go (Dialog *self)
{
  g_autofree char *path = pn_export_choice_get_path (&self->choice);

  if (path == NULL) {
    choose_target (self, TARGET_GO);
    return;
  }
  if (pn_export_is_under_way (path)) {
    say_under_way (self, path);
    return;
  }
  if (self->is_replace_confirmed || !g_file_test (path, G_FILE_TEST_IS_REGULAR)) {
    take (self);
    return;
  }
  pn_ask_to_replace (self->window, path, replace_answer_cb, self, NULL);
}

static void
destroy_cb (Dialog *self)
{
  if (self->chooser != NULL)
    gtk_native_dialog_destroy (self->chooser);
  g_clear_object (&self->chooser);
  pn_export_choice_clear (&self->choice);
  g_object_unref (self->editor);
  g_free (self);
}

void
pn_export_dialog_show (GtkWindow *parent, PnEditor *editor, PnExportChosen chosen, gpointer data)
{
  g_return_if_fail (PN_IS_EDITOR (editor));

  PnDialog dialog = pn_dialog_new (parent, _ ("Export"));
  GtkWidget *columns = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 18);
  Dialog *self = g_new0 (Dialog, 1);

  self->editor = g_object_ref (editor);
  self->chosen = chosen;
  self->data = data;
  self->window = dialog.window;
  pn_export_choice_init (&self->choice, get_session (self));
  self->is_updating = TRUE;
  gtk_box_append (GTK_BOX (columns), make_presets (self));
  gtk_box_append (GTK_BOX (columns), gtk_separator_new (GTK_ORIENTATION_VERTICAL));
  gtk_box_append (GTK_BOX (columns), make_fields (self));
  gtk_box_append (GTK_BOX (dialog.content), columns);
  update (self);
  pn_dialog_add_button (&dialog, _ ("Cancel"), G_CALLBACK (gtk_window_destroy), dialog.window);
  GtkWidget *export = pn_dialog_add_button (&dialog, _ ("_Export"), G_CALLBACK (go), self);
  pn_dialog_set_default (&dialog, export);
  g_signal_connect_swapped (dialog.window, "destroy", G_CALLBACK (destroy_cb), self);
  gtk_window_present (dialog.window);
  gtk_widget_grab_focus (export);
}
