/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Panels keep their place, fold and come back; the keyboard gets everywhere. */
#include "pn-test-gtk.h"
#include "pn-test-shell.h"

typedef PnTestShell Fixture;

/* --- The parts, by how they hang together. */

typedef struct {
  GtkWidget *tools, *options, *canvas, *layers, *inspector, *timeline, *errors, *status;
  GtkPaned *columns, *rows;
} Parts;

static Parts
find_parts (Fixture *self)
{
  Parts parts = {0};

  parts.columns = GTK_PANED (pn_test_find (self->workspace, pn_test_has_type, "GtkPaned"));
  parts.rows = GTK_PANED (gtk_paned_get_start_child (parts.columns));
  GtkPaned *side = GTK_PANED (gtk_paned_get_end_child (parts.columns));
  parts.layers = gtk_paned_get_start_child (side);
  parts.inspector = gtk_paned_get_end_child (side);
  parts.timeline = gtk_paned_get_end_child (parts.rows);
  parts.tools = pn_test_find (self->workspace, pn_test_has_class, "pn-tools");
  parts.options = pn_test_find (self->workspace, pn_test_has_class, "pn-over-canvas");
  parts.canvas = pn_test_find (self->workspace, pn_test_has_type, "PnCanvas");
  parts.status = pn_test_find (self->workspace, pn_test_has_class, "pn-status");
  parts.errors = gtk_widget_get_prev_sibling (parts.status);
  return parts;
}

static gboolean
is_placed (gpointer data)
{
  Parts *parts = data;
  int width = -1;

  /* Placed, the side asks for no size any more. */
  gtk_widget_get_size_request (gtk_paned_get_end_child (parts->columns), &width, NULL);
  return width == -1;
}

static Parts
wait_for_parts (Fixture *self)
{
  Parts parts = find_parts (self);

  pn_test_wait (is_placed, &parts);
  gtk_test_widget_wait_for_draw (self->workspace);
  return parts;
}

static void
reopen (Fixture *self)
{
  pn_test_shell_close (self);
  pn_test_shell_open (self);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  static const char *const keys[] = {"side-width", "timeline-height", "layers-height",
                                     "side-shown", "timeline-shown",  "window-size"};

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    g_settings_reset (pn_settings_get (), keys[i]);
  pn_test_shell_init (self);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  pn_test_shell_clear (self);
}

/* --- Sizes. */

static void
test_remembers (Fixture *self, gconstpointer data)
{
  Parts parts = wait_for_parts (self);

  g_assert_cmpint (gtk_widget_get_width (gtk_paned_get_end_child (parts.columns)), ==,
                   g_settings_get_int (pn_settings_get (), "side-width"));
  g_assert_cmpint (gtk_widget_get_height (parts.timeline), ==,
                   g_settings_get_int (pn_settings_get (), "timeline-height"));
  g_assert_cmpint (gtk_widget_get_height (parts.layers), ==,
                   g_settings_get_int (pn_settings_get (), "layers-height"));

  gtk_paned_set_position (parts.columns, gtk_paned_get_position (parts.columns) - 41);
  gtk_paned_set_position (parts.rows, gtk_paned_get_position (parts.rows) - 23);
  gtk_test_widget_wait_for_draw (self->workspace);
  int side = gtk_widget_get_width (gtk_paned_get_end_child (parts.columns));
  int timeline = gtk_widget_get_height (parts.timeline);
  g_assert_cmpint (side, ==, 306 + 41);
  g_assert_cmpint (timeline, ==, 240 + 23);

  reopen (self);
  parts = wait_for_parts (self);
  g_assert_cmpint (gtk_widget_get_width (gtk_paned_get_end_child (parts.columns)), ==, side);
  g_assert_cmpint (gtk_widget_get_height (parts.timeline), ==, timeline);
}

static gboolean
is_wider (gpointer data)
{
  return gtk_widget_get_width (data) > 1200;
}

/* What a larger window has more is the canvas's. */
static void
test_canvas_grows (Fixture *self, gconstpointer data)
{
  Parts parts = wait_for_parts (self);
  int canvas = gtk_widget_get_width (parts.canvas);

  gtk_window_set_default_size (GTK_WINDOW (self->window), 1300, 820);
  pn_test_wait (is_wider, self->workspace);
  gtk_test_widget_wait_for_draw (self->workspace);
  g_assert_cmpint (gtk_widget_get_width (gtk_paned_get_end_child (parts.columns)), ==, 306);
  g_assert_cmpint (gtk_widget_get_height (parts.timeline), ==, 240);
  g_assert_cmpint (gtk_widget_get_width (parts.canvas), ==, canvas + 100);
}

/* A panel that was wide on a large screen leaves room on a small one. */
static void
test_small_window (Fixture *self, gconstpointer data)
{
  wait_for_parts (self);
  pn_test_shell_close (self);
  g_settings_set_int (pn_settings_get (), "side-width", 1500);
  g_settings_set (pn_settings_get (), "window-size", "(ii)", 800, 600);
  pn_test_shell_open (self);
  Parts parts = wait_for_parts (self);
  g_assert_cmpint (gtk_widget_get_width (gtk_paned_get_end_child (parts.columns)), ==, 400);
}

/* Nothing keeps the window from being as small as a small screen. */
static void
test_least_size (Fixture *self, gconstpointer data)
{
  int width, height, header;

  wait_for_parts (self);
  gtk_widget_measure (self->workspace, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  gtk_widget_measure (self->workspace, GTK_ORIENTATION_VERTICAL, 800, &height, NULL, NULL, NULL);
  g_assert_cmpint (width, <=, 800);
  gtk_widget_measure (self->header, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  gtk_widget_measure (self->header, GTK_ORIENTATION_VERTICAL, 800, &header, NULL, NULL, NULL);
  g_assert_cmpint (width, <=, 800);
  g_assert_cmpint (height + header, <=, 600);
}

/* --- Folding. */

static gboolean
is_on (Fixture *self, const char *command)
{
  return pn_commands_find (self->commands, command)->is_on (self->workspace);
}

static void
test_folds (Fixture *self, gconstpointer data)
{
  Parts parts = wait_for_parts (self);

  g_assert_true (is_on (self, "toggle-side"));
  pn_commands_run (self->commands, "toggle-side");
  g_assert_false (is_on (self, "toggle-side"));
  gtk_test_widget_wait_for_draw (self->workspace);
  g_assert_false (gtk_widget_get_mapped (parts.layers));
  g_assert_true (gtk_widget_get_mapped (parts.timeline));

  reopen (self);
  parts = find_parts (self);
  g_assert_false (gtk_widget_get_mapped (parts.layers));
  g_assert_true (gtk_widget_get_mapped (parts.timeline));
  pn_commands_run (self->commands, "toggle-timeline");
  pn_commands_run (self->commands, "toggle-side");
  g_assert_true (gtk_widget_get_visible (gtk_paned_get_end_child (parts.columns)));
  g_assert_false (gtk_widget_get_visible (parts.timeline));
  g_assert_false (g_settings_get_boolean (pn_settings_get (), "timeline-shown"));
  g_assert_true (g_settings_get_boolean (pn_settings_get (), "side-shown"));
}

/* A panel that was folded when the window opened comes back as it was. */
static void
test_folded_comes_back (Fixture *self, gconstpointer data)
{
  wait_for_parts (self);
  pn_commands_run (self->commands, "toggle-side");
  reopen (self);
  Parts parts = find_parts (self);
  gtk_test_widget_wait_for_draw (self->workspace);
  pn_commands_run (self->commands, "toggle-side");
  pn_test_wait (is_placed, &parts);
  gtk_test_widget_wait_for_draw (self->workspace);
  g_assert_cmpint (gtk_widget_get_width (gtk_paned_get_end_child (parts.columns)), ==, 306);
}

static void
test_canvas_only (Fixture *self, gconstpointer data)
{
  Parts parts = wait_for_parts (self);

  pn_commands_run (self->commands, "canvas-only");
  gtk_test_widget_wait_for_draw (self->workspace);
  g_assert_true (gtk_widget_get_mapped (parts.canvas));
  g_assert_true (gtk_widget_get_mapped (parts.status));
  g_assert_false (gtk_widget_get_mapped (parts.layers));
  g_assert_false (gtk_widget_get_mapped (parts.timeline));
  g_assert_false (gtk_widget_get_mapped (parts.tools));
  /* It is not what the next window opens with. */
  g_assert_true (g_settings_get_boolean (pn_settings_get (), "side-shown"));

  pn_commands_run (self->commands, "toggle-timeline");
  gtk_test_widget_wait_for_draw (self->workspace);
  g_assert_true (gtk_widget_get_mapped (parts.timeline));
  g_assert_true (gtk_widget_get_mapped (parts.layers));
  g_assert_false (is_on (self, "canvas-only"));
  g_assert_cmpint (gtk_widget_get_width (gtk_paned_get_end_child (parts.columns)), ==, 306);
  g_assert_cmpint (gtk_widget_get_height (parts.timeline), ==, 240);
}

/* --- The keyboard. */

static gboolean
has_focus (Fixture *self, GtkWidget *part)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self->window));

  return focus != NULL && (focus == part || gtk_widget_is_ancestor (focus, part));
}

static PnViewMode
press_tab (Fixture *self, const char *keys)
{
  pn_test_key ("key", keys);
  pn_test_wait_for_draw (self->window);
  return pn_view_get_mode (pn_editor_get_view (self->editor));
}

/* Tab is a key of the canvas while that has the keyboard, and goes on everywhere else, also from
 * what lies within the canvas; F6 leads away from it. */
static void
test_tab (Fixture *self, gconstpointer data)
{
  GtkRoot *root = GTK_ROOT (self->window);
  GtkWidget *canvas = gtk_root_get_focus (root);

  g_assert_cmpint (press_tab (self, "Tab"), ==, PN_VIEW_RIGGING);
  g_assert_true (gtk_root_get_focus (root) == canvas);
  g_assert_cmpint (press_tab (self, "Tab"), ==, PN_VIEW_ANIMATING);

  GtkWidget *within = gtk_button_new ();
  gtk_widget_set_parent (within, canvas);
  gtk_widget_grab_focus (within);
  g_assert_cmpint (press_tab (self, "Tab"), ==, PN_VIEW_ANIMATING);
  gtk_widget_grab_focus (canvas);
  gtk_widget_unparent (within);

  pn_test_key ("key", "F6");
  pn_test_wait_for_draw (self->window);
  GtkWidget *other = gtk_root_get_focus (root);
  g_assert_true (other != canvas);
  g_assert_cmpint (press_tab (self, "Tab"), ==, PN_VIEW_ANIMATING);
  g_assert_true (gtk_root_get_focus (root) != other);
}

static void
test_regions (Fixture *self, gconstpointer data)
{
  Parts parts = wait_for_parts (self);
  GtkWidget *const order[] = {
      parts.tools,     parts.options,  parts.canvas, parts.layers,
      parts.inspector, parts.timeline, parts.errors, self->header,
  };
  const guint canvas = 2;

  /* It is where a window begins. */
  g_assert_true (has_focus (self, parts.canvas));
  pn_editor_say (self->editor, PN_MESSAGE_ERROR, "The disk is full.");
  gtk_test_widget_wait_for_draw (self->workspace);
  for (guint i = 1; i <= G_N_ELEMENTS (order); i++) {
    GtkWidget *part = order[(canvas + i) % G_N_ELEMENTS (order)];
    if (pn_test_find (part, pn_test_takes_focus, NULL) == NULL)
      continue;
    pn_commands_run (self->commands, "next-region");
    g_assert_true (has_focus (self, part));
    g_assert_true (gtk_window_get_focus_visible (GTK_WINDOW (self->window)));
  }
  g_assert_true (has_focus (self, parts.canvas));
  for (guint i = 1; i <= G_N_ELEMENTS (order); i++) {
    GtkWidget *part = order[(canvas + G_N_ELEMENTS (order) - i) % G_N_ELEMENTS (order)];
    if (pn_test_find (part, pn_test_takes_focus, NULL) == NULL)
      continue;
    pn_commands_run (self->commands, "previous-region");
    g_assert_true (has_focus (self, part));
  }
  g_assert_true (has_focus (self, parts.canvas));
}

/* What is folded is no place for the keyboard. */
static void
test_regions_folded (Fixture *self, gconstpointer data)
{
  Parts parts = wait_for_parts (self);

  pn_commands_run (self->commands, "canvas-only");
  gtk_test_widget_wait_for_draw (self->workspace);
  pn_commands_run (self->commands, "next-region");
  g_assert_true (has_focus (self, self->header));
  pn_commands_run (self->commands, "next-region");
  g_assert_true (has_focus (self, parts.options));
  pn_commands_run (self->commands, "next-region");
  g_assert_true (has_focus (self, parts.canvas));
}

/* Where the page is seen, along the canvas. */
static graphene_rect_t
find_page (Fixture *self, Parts *parts)
{
  PnView *view = pn_editor_get_view (self->editor);
  const PnRoot *root = pn_view_get_root (view);
  PnAffine map = pn_view_view_from_doc (view);
  PnVec2 from = pn_affine_apply (&map, pn_vec2 (0, 0));
  PnVec2 to = pn_affine_apply (&map, pn_vec2 (root->width, root->height));

  return GRAPHENE_RECT_INIT ((float)from.x, (float)from.y, (float)(to.x - from.x),
                             (float)(to.y - from.y));
}

static gboolean
is_narrow (gpointer data)
{
  return gtk_widget_get_width (data) <= 800;
}

/* A fitted page is all to be seen: nothing that floats lies over it, also in a small window. */
static void
test_fits_between_bars (Fixture *self, gconstpointer data)
{
  Parts parts = wait_for_parts (self);

  for (int i = 0; i < 2; i++) {
    GtkWidget *floats[] = {parts.options,
                           pn_test_find (self->workspace, pn_test_has_class, "pn-pill")};
    gtk_test_widget_wait_for_draw (self->workspace);
    pn_commands_run (self->commands, "zoom-fit");
    graphene_rect_t page = find_page (self, &parts), bar, common;
    g_assert_cmpfloat (page.origin.y, >, 0);
    g_assert_cmpfloat (page.size.height, >, 50);
    for (guint f = 0; f < G_N_ELEMENTS (floats); f++) {
      g_assert_true (gtk_widget_compute_bounds (floats[f], parts.canvas, &bar));
      g_assert_cmpfloat (bar.size.height, >, 20);
      g_assert_true (page.origin.y >= bar.origin.y + bar.size.height ||
                     page.origin.y + page.size.height <= bar.origin.y);
      g_assert_false (graphene_rect_intersection (&page, &bar, &common));
    }
    gtk_window_set_default_size (GTK_WINDOW (self->window), 800, 600);
    pn_test_wait (is_narrow, self->workspace);
  }
}

/* --- Bars in a narrow window: what has no room in one is in its menu. */

static gboolean
is_more (GtkWidget *widget, const char *icon)
{
  return GTK_IS_MENU_BUTTON (widget) && gtk_widget_get_mapped (widget) &&
         g_strcmp0 (gtk_menu_button_get_icon_name (GTK_MENU_BUTTON (widget)), icon) == 0;
}

static gboolean
menu_has (GMenuModel *menu, const char *action)
{
  for (int i = 0; menu != NULL && i < g_menu_model_get_n_items (menu); i++) {
    g_autoptr (GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);
    g_autofree char *its = NULL;
    g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &its);
    if (g_strcmp0 (its, action) == 0 || (section != NULL && menu_has (section, action)))
      return TRUE;
  }
  return FALSE;
}

/* Looks through the commands of `bar` that belong there now, and counts those in its menu. */
static guint
assert_reachable (GtkWidget *bar, GtkWidget *widget, GMenuModel *menu)
{
  guint n_folded = 0;
  graphene_rect_t bounds;

  if (!gtk_widget_get_visible (widget))
    return 0;
  if (GTK_IS_ACTIONABLE (widget) && gtk_actionable_get_action_name (GTK_ACTIONABLE (widget))) {
    const char *action = gtk_actionable_get_action_name (GTK_ACTIONABLE (widget));
    gboolean is_mapped = gtk_widget_get_mapped (widget);
    g_test_message ("%s: %s", action, is_mapped ? "there" : "folded");
    g_assert_cmpint (menu_has (menu, action), ==, !is_mapped);
    n_folded += !is_mapped;
    if (is_mapped && gtk_widget_compute_bounds (widget, bar, &bounds))
      g_assert_true (bounds.origin.x >= 0 &&
                     bounds.origin.x + bounds.size.width <= (float)gtk_widget_get_width (bar));
  }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n_folded += GTK_IS_POPOVER (child) ? 0 : assert_reachable (bar, child, menu);
  return n_folded;
}

static void
assert_folds (GtkWidget *scrolled, gboolean folds)
{
  GtkWidget *more = pn_test_find (scrolled, is_more, "pn-more-symbolic");
  GMenuModel *menu = NULL;

  g_assert_cmpint (more != NULL, ==, folds);
  if (more != NULL) {
    gtk_menu_button_popup (GTK_MENU_BUTTON (more));
    menu = gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (more));
    gtk_menu_button_popdown (GTK_MENU_BUTTON (more));
  }
  g_assert_cmpint (assert_reachable (scrolled, scrolled, menu) > 0, ==, folds);
}

static void
test_narrow_bars (Fixture *self, gconstpointer data)
{
  Parts parts = wait_for_parts (self);

  pn_commands_run (self->commands, "tool-puppet");
  for (int i = 0; i < 2; i++) {
    pn_test_settle ();
    gtk_test_widget_wait_for_draw (self->workspace);
    GtkWidget *transport = pn_test_find (self->workspace, pn_test_has_class, "pn-transport");
    assert_folds (parts.options, i == 1);
    assert_folds (gtk_widget_get_ancestor (transport, GTK_TYPE_SCROLLED_WINDOW), i == 1);
    gtk_window_set_default_size (GTK_WINDOW (self->window), 800, 600);
    pn_test_wait (is_narrow, self->workspace);
  }
}

int
main (int argc, char **argv)
{
  pn_test_gtk_init (&argc, &argv);
#define add(path, test) g_test_add (path, Fixture, NULL, set_up, test, tear_down)
  add ("/ui/workspace/remembers", test_remembers);
  add ("/ui/workspace/canvas-grows", test_canvas_grows);
  add ("/ui/workspace/small-window", test_small_window);
  add ("/ui/workspace/least-size", test_least_size);
  add ("/ui/workspace/fits-between-bars", test_fits_between_bars);
  add ("/ui/workspace/narrow-bars", test_narrow_bars);
  add ("/ui/workspace/folds", test_folds);
  add ("/ui/workspace/folded-comes-back", test_folded_comes_back);
  add ("/ui/workspace/canvas-only", test_canvas_only);
  add ("/ui/workspace/tab", test_tab);
  add ("/ui/workspace/regions", test_regions);
  add ("/ui/workspace/regions-folded", test_regions_folded);
#undef add
  return g_test_run ();
}
