/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The look: what sheets, icons and code promise each other, and whose word it follows. */
#include "pn-style.h"

#include <math.h>

#include "pn-settings.h"
#include "pn-test-gtk.h"

#define RESOURCES "/io/github/pantin_studio/Pantin/"
#define ICONS RESOURCES "icons/scalable/actions/"

static const char *const sheets[] = {
    "style-dark.css",
    "style-light.css",
    "style-contrast.css",
    "style-contrast-light.css",
};

static char *
read_sheet (const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_strconcat (RESOURCES, name, NULL);
  g_autoptr (GBytes) bytes = g_resources_lookup_data (path, 0, &error);

  g_assert_no_error (error);
  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

/* All that is layout, in one. */
static char *
read_layout (void)
{
  g_autofree char *top = read_sheet ("style.css");
  g_autoptr (GRegex) regex = g_regex_new ("@import url\\(\"([a-z-]+\\.css)\"\\)", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  GString *layout = g_string_new (top);

  g_regex_match (regex, top, 0, &match);
  g_assert_true (g_match_info_matches (match));
  for (; g_match_info_matches (match); g_match_info_next (match, NULL)) {
    g_autofree char *name = g_match_info_fetch (match, 1);
    g_autofree char *sheet = read_sheet (name);
    g_string_append (layout, sheet);
  }
  return g_string_free (layout, FALSE);
}

/* What the first group of `pattern` matches in `text`, each once. (transfer full) */
static GHashTable *
find_all (const char *text, const char *pattern)
{
  GHashTable *found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GRegex) regex = g_regex_new (pattern, G_REGEX_MULTILINE, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  g_regex_match (regex, text, 0, &match);
  for (; g_match_info_matches (match); g_match_info_next (match, NULL))
    g_hash_table_add (found, g_match_info_fetch (match, 1));
  return found;
}

static void
assert_within (GHashTable *names, GHashTable *known, const char *where)
{
  GHashTableIter iter;
  gpointer name;

  g_assert_cmpuint (g_hash_table_size (names), >, 0);
  g_hash_table_iter_init (&iter, names);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    if (!g_hash_table_contains (known, name)) {
      g_test_message ("%s does not have %s", where, (const char *)name);
      g_test_fail ();
    }
}

static void
parsing_error_cb (GtkCssProvider *provider, GtkCssSection *section, GError *error, gpointer sheet)
{
  g_autofree char *place = gtk_css_section_to_string (section);

  g_test_message ("%s, %s: %s", (const char *)sheet, place, error->message);
  g_test_fail ();
}

/* GTK leaves out what it does not understand, and goes on. */
static void
test_parse (void)
{
  static const char *const all[] = {"style.css",          "style-opaque.css",
                                    "style-dark.css",     "style-light.css",
                                    "style-contrast.css", "style-contrast-light.css"};

  for (guint i = 0; i < G_N_ELEMENTS (all); i++) {
    g_autoptr (GtkCssProvider) provider = gtk_css_provider_new ();
    g_autofree char *path = g_strconcat (RESOURCES, all[i], NULL);
    g_signal_connect (provider, "parsing-error", G_CALLBACK (parsing_error_cb), (gpointer)all[i]);
    gtk_css_provider_load_from_resource (provider, path);
  }
}

/* --- Colours. */

static void
test_colors (void)
{
  g_autofree char *layout = read_layout ();
  g_autoptr (GHashTable) used = find_all (layout, "@(pn_[a-z_]+)");
  g_autofree char *dark = read_sheet (sheets[0]);
  g_autoptr (GHashTable) expected = find_all (dark, "^@define-color (pn_[a-z_]+) ");

  for (guint i = 0; i < G_N_ELEMENTS (sheets); i++) {
    g_autofree char *sheet = read_sheet (sheets[i]);
    g_autoptr (GHashTable) defined = find_all (sheet, "^@define-color (pn_[a-z_]+) ");
    assert_within (used, defined, sheets[i]);
    assert_within (expected, defined, sheets[i]);
    g_assert_cmpuint (g_hash_table_size (defined), ==, g_hash_table_size (expected));
  }
}

static double
linear (float channel)
{
  double value = (double)channel;
  return value <= 0.04045 ? value / 12.92 : pow ((value + 0.055) / 1.055, 2.4);
}

static double
luminance (const GdkRGBA *color)
{
  return 0.2126 * linear (color->red) + 0.7152 * linear (color->green) +
         0.0722 * linear (color->blue);
}

/* The ratio that WCAG 2 asks for. */
static double
contrast (GtkWidget *widget, const char *front, const char *back)
{
  GdkRGBA colors[2] = {pn_style_get_color (widget, front), pn_style_get_color (widget, back)};
  double a = luminance (&colors[0]), b = luminance (&colors[1]);

  return (MAX (a, b) + 0.05) / (MIN (a, b) + 0.05);
}

static void
assert_readable (GtkWidget *widget, double least)
{
  static const char *const pairs[][2] = {
      {"pn_text", "pn_well"},
      {"pn_text", "pn_panel"},
      {"pn_text", "pn_bar"},
      {"pn_text", "pn_float"},
      {"pn_text", "pn_button"},
      {"pn_dim", "pn_well"},
      {"pn_dim", "pn_panel"},
      {"pn_dim", "pn_bar"},
      {"pn_dim", "pn_float"},
      {"pn_selected_text", "pn_selected"},
      {"pn_selected_dim", "pn_selected"},
      {"pn_selected_accent", "pn_selected"},
      {"pn_suggested_text", "pn_suggested"},
      {"pn_warning", "pn_bar"},
      {"pn_error", "pn_bar"},
      {"pn_error", "pn_panel"},
      {"pn_success", "pn_panel"},
  };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++) {
    double ratio = contrast (widget, pairs[i][0], pairs[i][1]);
    if (ratio < least)
      g_test_message ("%s on %s: %.2f", pairs[i][0], pairs[i][1], ratio);
    g_assert_cmpfloat (ratio, >=, least);
  }
  /* What is no text, but has to be found: WCAG asks 3. */
  g_assert_cmpfloat (contrast (widget, "pn_focus", "pn_panel"), >=, 3);
  g_assert_cmpfloat (contrast (widget, "pn_focus", "pn_selected"), >=, least > 4.5 ? 1 : 3);
  g_assert_cmpfloat (contrast (widget, "pn_accent", "pn_panel"), >=, 3);
  g_assert_cmpfloat (contrast (widget, "pn_key", "pn_panel"), >=, 4.5);
}

/* --- Whose word counts. */

static gboolean
is_dark (GtkWidget *widget)
{
  GdkRGBA text = pn_style_get_color (widget, "pn_text");

  return text.red > 0.5F;
}

static gboolean
is_contrast (GtkWidget *widget)
{
  return contrast (widget, "pn_text", "pn_panel") > 20;
}

static void
assert_look (GtkWidget *widget, gboolean dark, gboolean has_contrast)
{
  GtkSettings *gtk = gtk_settings_get_default ();
  GParamSpec *scheme =
      g_object_class_find_property (G_OBJECT_GET_CLASS (gtk), "gtk-interface-color-scheme");

  g_assert_cmpint (is_dark (widget), ==, dark);
  g_assert_cmpint (is_contrast (widget), ==, has_contrast);
  /* What GTK draws by itself goes along: by a preference, and since 4.20 by a scheme. */
  if (scheme == NULL) {
    gboolean prefers_dark;
    g_object_get (gtk, "gtk-application-prefer-dark-theme", &prefers_dark, NULL);
    g_assert_cmpint (prefers_dark, ==, dark);
  } else {
    int value;
    g_object_get (gtk, "gtk-interface-color-scheme", &value, NULL);
    g_assert_cmpstr (g_enum_get_value (G_PARAM_SPEC_ENUM (scheme)->enum_class, value)->value_nick,
                     ==, dark ? "dark" : "light");
  }
}

static void
test_follows (void)
{
  GtkWidget *window = gtk_window_new ();
  GSettings *settings = pn_settings_get ();
  GtkSettings *gtk = gtk_settings_get_default ();

  assert_look (window, TRUE, FALSE);
  assert_readable (window, 4.5);
  g_settings_set_string (settings, "color-scheme", "light");
  assert_look (window, FALSE, FALSE);
  assert_readable (window, 4.5);
  g_object_set (gtk, "gtk-theme-name", "HighContrast", NULL);
  assert_look (window, FALSE, TRUE);
  assert_readable (window, 7);
  g_settings_set_string (settings, "color-scheme", "dark");
  assert_look (window, TRUE, TRUE);
  assert_readable (window, 7);
  gtk_settings_reset_property (gtk, "gtk-theme-name");
  assert_look (window, TRUE, FALSE);
  g_settings_set_boolean (settings, "high-contrast", TRUE);
  assert_look (window, TRUE, TRUE);
  g_settings_reset (settings, "high-contrast");
  g_settings_reset (settings, "color-scheme");
  assert_look (window, TRUE, FALSE);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_follows_theme (void)
{
  GtkWidget *window = gtk_window_new ();
  GtkSettings *gtk = gtk_settings_get_default ();

  g_settings_set_string (pn_settings_get (), "color-scheme", "system");
  assert_look (window, FALSE, FALSE);
  g_object_set (gtk, "gtk-theme-name", "Adwaita-dark", NULL);
  assert_look (window, TRUE, FALSE);
  g_object_set (gtk, "gtk-theme-name", "HighContrastInverse", NULL);
  assert_look (window, TRUE, TRUE);
  gtk_settings_reset_property (gtk, "gtk-theme-name");
  g_settings_reset (pn_settings_get (), "color-scheme");
  gtk_window_destroy (GTK_WINDOW (window));
}

/* --- Icons. */

static cairo_surface_t *
draw_icon (const char *name, int size)
{
  GtkIconTheme *theme = gtk_icon_theme_get_for_display (gdk_display_get_default ());
  g_autoptr (GtkIconPaintable) icon =
      gtk_icon_theme_lookup_icon (theme, name, NULL, size, 1, GTK_TEXT_DIR_LTR, 0);
  g_autoptr (GtkSnapshot) snapshot = gtk_snapshot_new ();
  const GdkRGBA white = {1, 1, 1, 1};

  gtk_symbolic_paintable_snapshot_symbolic (GTK_SYMBOLIC_PAINTABLE (icon), snapshot, size, size,
                                            &white, 1);
  GskRenderNode *node = gtk_snapshot_to_node (snapshot);
  g_assert_nonnull (node);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, size, size);
  cairo_t *cr = cairo_create (surface);
  gsk_render_node_draw (node, cr);
  cairo_destroy (cr);
  gsk_render_node_unref (node);
  cairo_surface_flush (surface);
  return surface;
}

static double
coverage (cairo_surface_t *surface, gboolean edge_only)
{
  int size = cairo_image_surface_get_width (surface);
  const guint8 *pixels = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface);
  double sum = 0;

  for (int y = 0; y < size; y++)
    for (int x = 0; x < size; x++)
      if (!edge_only || x == 0 || y == 0 || x == size - 1 || y == size - 1)
        sum += pixels[y * stride + 4 * x + 3] / 255.0;
  return sum / (size * size);
}

/* An icon whose strokes GTK filled would cover most of its square. */
static void
test_icons (void)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) files = g_resources_enumerate_children (ICONS, 0, &error);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  g_assert_no_error (error);
  g_assert_cmpuint (g_strv_length (files), >, 40);
  guint n_mirrored = 0;
  for (guint i = 0; files[i] != NULL; i++) {
    /* How GTK finds one for languages that are written from the right. */
    if (g_str_has_suffix (files[i], "-symbolic-rtl.svg")) {
      n_mirrored++;
      continue;
    }
    g_assert_true (g_str_has_suffix (files[i], "-symbolic.svg"));
    g_autofree char *name = g_strndup (files[i], strlen (files[i]) - strlen (".svg"));
    cairo_surface_t *surface = draw_icon (name, 16);
    double share = coverage (surface, FALSE);
    if (share < 0.05 || share > 0.6 || coverage (surface, TRUE) > 0.05)
      g_error ("%s covers %.0f %%, its edge %.0f %%", name, 100 * share,
               100 * coverage (surface, TRUE));
    char *sum =
        g_compute_checksum_for_data (G_CHECKSUM_SHA1, cairo_image_surface_get_data (surface),
                                     (gsize)cairo_image_surface_get_stride (surface) * 16);
    g_assert_true (g_hash_table_add (seen, sum));
    cairo_surface_destroy (surface);
  }
  g_assert_cmpuint (n_mirrored, ==, 3);
}

/* --- What the code names. */

static char *
read_code (void)
{
  static const char *const folders[] = {"ui", "app"};
  GString *code = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++) {
    g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "..", "src", folders[i], NULL);
    g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
    const char *name;
    g_assert_nonnull (dir);
    while ((name = g_dir_read_name (dir)) != NULL) {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *text = NULL;
      if (g_str_has_suffix (name, ".c") && g_file_get_contents (path, &text, NULL, NULL))
        g_string_append (code, text);
    }
  }
  return g_string_free (code, FALSE);
}

static void
test_names (void)
{
  g_autofree char *code = read_code ();
  g_autofree char *layout = read_layout ();
  g_autofree char *dark = read_sheet (sheets[0]);
  g_autoptr (GHashTable) classes =
      find_all (code, "(?:_css_class|classes\\[\\]) ?[^;]*?\"(pn-[a-z-]+)\"");
  g_autoptr (GHashTable) known_classes = find_all (layout, "\\.(pn-[a-z-]+)");
  g_autoptr (GHashTable) colors = find_all (code, "\"(pn_[a-z_]+)\"");
  g_autoptr (GHashTable) known_colors = find_all (dark, "^@define-color (pn_[a-z_]+) ");
  g_autoptr (GHashTable) icons = find_all (code, "\"(pn-[a-z-]+-symbolic)\"");
  g_auto (GStrv) files = g_resources_enumerate_children (ICONS, 0, NULL);
  g_autofree char *list = g_strjoinv ("\n", files);
  g_autoptr (GHashTable) known_icons = find_all (list, "^(pn-[a-z-]+)\\.svg");

  assert_within (classes, known_classes, "style.css");
  assert_within (colors, known_colors, "style-dark.css");
  assert_within (icons, known_icons, "data/icons");
}

/* Every class that the top of the sheet promises is styled. */
static void
test_promises (void)
{
  g_autofree char *layout = read_layout ();
  const char *end = strstr (layout, "Of GTK's:");
  g_assert_nonnull (end);
  g_autofree char *top = g_strndup (layout, (gsize)(end - layout));
  g_autoptr (GHashTable) promised = find_all (top, "(?: {3})(pn-[a-z-]+) ");
  g_autoptr (GHashTable) styled = find_all (end, "\\.(pn-[a-z-]+)");
  g_autoptr (GHashTable) colors = find_all (top, "(?: {3})(pn_[a-z_]+)");
  g_autofree char *dark = read_sheet (sheets[0]);
  g_autoptr (GHashTable) defined = find_all (dark, "^@define-color (pn_[a-z_]+) ");

  assert_within (promised, styled, "style.css");
  assert_within (colors, defined, "style-dark.css");
}

int
main (int argc, char **argv)
{
  pn_test_gtk_init (&argc, &argv);
  pn_style_init (gdk_display_get_default ());
  g_test_add_func ("/ui/style/parse", test_parse);
  g_test_add_func ("/ui/style/colors", test_colors);
  g_test_add_func ("/ui/style/follows", test_follows);
  g_test_add_func ("/ui/style/follows-theme", test_follows_theme);
  g_test_add_func ("/ui/style/icons", test_icons);
  g_test_add_func ("/ui/style/names", test_names);
  g_test_add_func ("/ui/style/promises", test_promises);
  return g_test_run ();
}
