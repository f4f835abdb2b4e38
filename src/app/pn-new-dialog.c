/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-new-dialog.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "pn-dialog.h"
#include "pn-import.h"
#include "pn-settings.h"

#define SECONDS_MAX 3600.0

typedef struct {
  GtkWindow *window;
  GtkWidget *sizes, *width, *height, *rate, *seconds, *frames;
  void (*chosen) (gpointer data, PnRoot *root);
  gpointer data;
  gboolean is_updating; /* widgets are set, not used */
} Dialog;

static const struct {
  int width, height;
  const char *name;
} sizes[] = {
    {1920, 1080, N_ ("Full HD, 1920 × 1080")}, {1280, 720, N_ ("HD, 1280 × 720")},
    {3840, 2160, N_ ("4K, 3840 × 2160")},      {1080, 1080, N_ ("Square, 1080 × 1080")},
    {1080, 1920, N_ ("Upright, 1080 × 1920")},
};
#define SIZE_OTHER G_N_ELEMENTS (sizes)

/* As animators and broadcasters count; 24000/1001 and its like are what “23.976” stands for. */
static const struct {
  int numerator, denominator;
  const char *name;
} rates[] = {
    {12, 1, "12"},          {24000, 1001, "23.976"}, {24, 1, "24"}, {25, 1, "25"},
    {30000, 1001, "29.97"}, {30, 1, "30"},           {50, 1, "50"}, {60, 1, "60"},
};

PnRoot *
pn_new_root (void)
{
  GSettings *settings = pn_settings_get ();
  int most = pn_import_get_limits ().max_side;
  int width, height, numerator, denominator;

  g_settings_get (settings, "new-size", "(ii)", &width, &height);
  g_settings_get (settings, "new-rate", "(ii)", &numerator, &denominator);
  /* Settings may be edited by hand. */
  numerator = CLAMP (numerator, 1, 1000000);
  denominator = CLAMP (denominator, 1, 1000000);
  PnRoot *root =
      pn_root_new (CLAMP (width, 1, most), CLAMP (height, 1, most), numerator, denominator);
  double seconds = CLAMP (g_settings_get_double (settings, "new-duration"), 0, SECONDS_MAX);
  root->duration = CLAMP (round (seconds * numerator / denominator), 1, 1e6);
  return root;
}

/* --- Fields. */

static double
get_rate (const Dialog *self)
{
  guint index = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->rate));

  return (double)rates[index].numerator / rates[index].denominator;
}

static void
update_frames (Dialog *self)
{
  double seconds = gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->seconds));
  int n_frames = MAX (1, (int)round (seconds * get_rate (self)));
  g_autofree char *text =
      g_strdup_printf (ngettext ("%d frame", "%d frames", (gulong)n_frames), n_frames);

  gtk_label_set_text (GTK_LABEL (self->frames), text);
}

static guint
find_size (int width, int height)
{
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    if (sizes[i].width == width && sizes[i].height == height)
      return i;
  return SIZE_OTHER;
}

static void
side_changed_cb (Dialog *self)
{
  int width = gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->width));
  int height = gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->height));

  if (self->is_updating)
    return;
  self->is_updating = TRUE;
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->sizes), find_size (width, height));
  self->is_updating = FALSE;
}

static void
size_chosen_cb (Dialog *self)
{
  guint index = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->sizes));

  if (self->is_updating || index >= G_N_ELEMENTS (sizes))
    return;
  self->is_updating = TRUE;
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->width), sizes[index].width);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->height), sizes[index].height);
  self->is_updating = FALSE;
}

static GtkWidget *
make_sizes (Dialog *self)
{
  const char *names[G_N_ELEMENTS (sizes) + 2] = {NULL};

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    names[i] = _ (sizes[i].name);
  names[SIZE_OTHER] = _ ("Another size");
  return self->sizes =
             pn_dialog_choice (_ ("Preset"), names, SIZE_OTHER, G_CALLBACK (size_chosen_cb), self);
}

static GtkWidget *
make_sides (Dialog *self)
{
  int most = pn_import_get_limits ().max_side;
  int width, height;

  g_settings_get (pn_settings_get (), "new-size", "(ii)", &width, &height);
  self->width =
      pn_dialog_spin (_ ("Width, px"), 1, most, width, 0, G_CALLBACK (side_changed_cb), self);
  self->height =
      pn_dialog_spin (_ ("Height, px"), 1, most, height, 0, G_CALLBACK (side_changed_cb), self);
  return pn_dialog_pair (self->width, "×", self->height);
}

static GtkWidget *
make_rate (Dialog *self)
{
  const char *names[G_N_ELEMENTS (rates) + 1] = {NULL};
  guint chosen = 2;
  int numerator, denominator;

  g_settings_get (pn_settings_get (), "new-rate", "(ii)", &numerator, &denominator);
  for (guint i = 0; i < G_N_ELEMENTS (rates); i++) {
    names[i] = rates[i].name;
    if (rates[i].numerator == numerator && rates[i].denominator == denominator)
      chosen = i;
  }
  self->rate =
      pn_dialog_choice (_ ("Frames per second"), names, chosen, G_CALLBACK (update_frames), self);
  return self->rate;
}

static GtkWidget *
make_duration (Dialog *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->seconds = pn_dialog_spin (_ ("Duration, seconds"), 0.1, SECONDS_MAX,
                                  g_settings_get_double (pn_settings_get (), "new-duration"), 1,
                                  G_CALLBACK (update_frames), self);
  self->frames = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->frames, "pn-dim");
  gtk_box_append (GTK_BOX (row), self->seconds);
  /* Translators: the unit behind a number, seconds. */
  gtk_box_append (GTK_BOX (row), gtk_label_new (_ ("s")));
  gtk_widget_set_margin_start (self->frames, 6);
  gtk_box_append (GTK_BOX (row), self->frames);
  return row;
}

/* --- Taking it. */

static void
create_cb (Dialog *self)
{
  GSettings *settings = pn_settings_get ();
  guint rate = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->rate));
  void (*chosen) (gpointer data, PnRoot * root) = self->chosen;
  gpointer data = self->data;

  g_settings_set (settings, "new-size", "(ii)",
                  gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->width)),
                  gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->height)));
  g_settings_set (settings, "new-rate", "(ii)", rates[rate].numerator, rates[rate].denominator);
  g_settings_set_double (settings, "new-duration",
                         gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->seconds)));
  gtk_window_destroy (self->window);
  chosen (data, pn_new_root ());
}

void
pn_new_dialog_show (GtkWindow *parent, void (*chosen) (gpointer data, PnRoot *root), gpointer data)
{
  PnDialog dialog = pn_dialog_new (parent, _ ("New Document"));
  Dialog *self = g_new0 (Dialog, 1);
  GtkWidget *grid = pn_dialog_grid ();

  *self = (Dialog){.window = dialog.window, .chosen = chosen, .data = data};
  self->is_updating = TRUE;
  pn_dialog_add_field (grid, _ ("Preset"), make_sizes (self));
  pn_dialog_add_field (grid, _ ("Size"), make_sides (self));
  pn_dialog_add_field (grid, _ ("Frames per second"), make_rate (self));
  pn_dialog_add_field (grid, _ ("Duration"), make_duration (self));
  self->is_updating = FALSE;
  side_changed_cb (self);
  update_frames (self);
  gtk_box_append (GTK_BOX (dialog.content), grid);
  pn_dialog_add_button (&dialog, _ ("Cancel"), G_CALLBACK (gtk_window_destroy), dialog.window);
  GtkWidget *create = pn_dialog_add_button (&dialog, _ ("C_reate"), G_CALLBACK (create_cb), self);
  pn_dialog_set_default (&dialog, create);
  g_object_set_data_full (G_OBJECT (dialog.window), "pn-new", self, g_free);
  gtk_window_present (dialog.window);
  gtk_widget_grab_focus (create);
}
