/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tools, their options and the zoom, as the bars around the canvas have them. */
#include "pn-test-gtk.h"
#include "pn-test-shell.h"

typedef PnTestShell Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_settings_reset (pn_settings_get (), "auto-key");
  pn_test_shell_init (self);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  pn_test_shell_clear (self);
  g_settings_reset (pn_settings_get (), "auto-key");
}

static gboolean
runs (GtkWidget *widget, const char *action)
{
  return GTK_IS_ACTIONABLE (widget) && gtk_widget_get_mapped (widget) &&
         g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)), action) == 0;
}

static GtkWidget *
find_bar (Fixture *self)
{
  return pn_test_find (self->workspace, pn_test_has_class, "pn-over-canvas");
}

static GtkWidget *
find_button (GtkWidget *bar, const char *action)
{
  return pn_test_find (bar, runs, action);
}

static void
take (Fixture *self, const char *tool)
{
  pn_commands_run (self->commands, tool);
  pn_test_settle ();
  gtk_test_widget_wait_for_draw (self->workspace);
}

static void
test_by_tool (Fixture *self, gconstpointer data)
{
  GtkWidget *bar = find_bar (self);

  take (self, "tool-select");
  g_assert_null (find_button (bar, "pn.mesh-full"));
  g_assert_nonnull (find_button (bar, "pn.auto-key"));
  take (self, "tool-puppet");
  g_assert_nonnull (find_button (bar, "pn.mesh-full"));
  g_assert_nonnull (find_button (bar, "pn.auto-key"));
  take (self, "tool-hand");
  g_assert_null (find_button (bar, "pn.auto-key"));
  g_assert_nonnull (find_button (bar, "pn.mirror-view"));
}

static void
click (GtkWidget *button)
{
  g_signal_emit_by_name (button, "clicked");
  pn_test_settle ();
}

static void
test_mesh (Fixture *self, gconstpointer data)
{
  GtkWidget *bar = find_bar (self);

  take (self, "tool-puppet");
  click (find_button (bar, "pn.mesh-full"));
  g_assert_cmpint (pn_editor_get_mesh_display (self->editor), ==, PN_MESH_FULL);
  pn_commands_refresh (self->commands);
  g_assert_true (
      gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (find_button (bar, "pn.mesh-full"))));
  g_assert_false (
      gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (find_button (bar, "pn.mesh-outline"))));
  /* What is chosen is not unchosen by another click. */
  click (find_button (bar, "pn.mesh-full"));
  g_assert_cmpint (pn_editor_get_mesh_display (self->editor), ==, PN_MESH_FULL);
  pn_commands_refresh (self->commands);
  g_assert_true (
      gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (find_button (bar, "pn.mesh-full"))));
}

/* Every window and the next one pose in the same way. */
static void
test_auto_key (Fixture *self, gconstpointer data)
{
  PnView *view = pn_editor_get_view (self->editor);
  GtkWidget *auto_key = find_button (find_bar (self), "pn.auto-key");

  g_assert_true (pn_view_get_auto_key (view));
  g_assert_true (gtk_switch_get_active (GTK_SWITCH (auto_key)));
  gtk_switch_set_active (GTK_SWITCH (auto_key), FALSE);
  g_assert_false (pn_view_get_auto_key (view));
  g_assert_false (g_settings_get_boolean (pn_settings_get (), "auto-key"));
  g_settings_set_boolean (pn_settings_get (), "auto-key", TRUE);
  g_assert_true (pn_view_get_auto_key (view));
}

/* Rigging or animating, by the bar as by Tab, which the tooltips name; auto-key does not apply. */
static void
test_mode (Fixture *self, gconstpointer data)
{
  PnView *view = pn_editor_get_view (self->editor);
  GtkWidget *bar = find_bar (self);

  take (self, "tool-puppet");
  g_assert_nonnull (
      strstr (gtk_widget_get_tooltip_text (find_button (bar, "pn.mode-rig")), "(Tab)"));
  g_assert_true (gtk_widget_is_sensitive (find_button (bar, "pn.auto-key")));
  for (int i = 0; i < 2; i++) { /* what is chosen is not unchosen by another click */
    click (find_button (bar, "pn.mode-rig"));
    g_assert_cmpint (pn_view_get_mode (view), ==, PN_VIEW_RIGGING);
    pn_commands_refresh (self->commands);
    g_assert_true (
        gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (find_button (bar, "pn.mode-rig"))));
    g_assert_false (
        gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (find_button (bar, "pn.mode-animate"))));
  }
  g_assert_false (gtk_widget_is_sensitive (find_button (bar, "pn.auto-key")));
  g_assert_false (pn_editor_can_set_key (self->editor));
  click (find_button (bar, "pn.mode-animate"));
  g_assert_cmpint (pn_view_get_mode (view), ==, PN_VIEW_ANIMATING);
  g_assert_true (gtk_widget_is_sensitive (find_button (bar, "pn.auto-key")));
  g_assert_true (pn_view_get_auto_key (view));
}

/* A pose that only shows has the button that keeps it beside the canvas. */
static void
test_set_key (Fixture *self, gconstpointer data)
{
  PnView *view = pn_editor_get_view (self->editor);
  GtkWidget *bar = find_bar (self);
  g_autoptr (JsonNode) group = pn_test_run (&self->base, "{'op': 'add_group', 'name': 'arm'}");
  g_autoptr (PnRoot) preview = pn_root_copy (pn_session_get_root (self->base.session));

  pn_test_settle ();
  g_assert_null (find_button (bar, "pn.key-set"));
  pn_view_set_preview (view, preview);
  pn_test_settle ();
  gtk_test_widget_wait_for_draw (self->workspace);
  g_assert_nonnull (find_button (bar, "pn.key-set"));
  pn_view_set_preview (view, NULL);
  pn_test_settle ();
  g_assert_null (find_button (bar, "pn.key-set"));
}

static void
assert_zoom (Fixture *self, double zoom, const char *text)
{
  pn_view_set_zoom (pn_editor_get_view (self->editor), zoom);
  pn_test_settle ();
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (find_button (self->workspace, "pn.zoom-100"))),
                   ==, text);
}

static void
test_zoom (Fixture *self, gconstpointer data)
{
  take (self, "tool-select");
  assert_zoom (self, 1, "100 %");
  assert_zoom (self, 0.4321, "43 %");
  assert_zoom (self, 0.0667, "6.7 %");
  assert_zoom (self, 0.02, "2 %");
  assert_zoom (self, 256, "25600 %");
}

/* A letter for a key, and what an artist chose instead; more than a letter is left to the tooltip. */
static gboolean
says (GtkWidget *widget, const char *text)
{
  return GTK_IS_LABEL (widget) && g_str_equal (gtk_label_get_text (GTK_LABEL (widget)), text);
}

static void
test_tool_keys (Fixture *self, gconstpointer data)
{
  GtkWidget *tools = pn_test_find (self->workspace, pn_test_has_class, "pn-tools");
  GtkWidget *select = find_button (tools, "pn.tool-select");

  g_assert_nonnull (pn_test_find (select, says, "V"));
  g_assert_cmpstr (gtk_widget_get_tooltip_text (select), ==, "Select (V)");
  pn_commands_set_accels (self->commands, "tool-select", "<Control>F3");
  g_assert_nonnull (pn_test_find (select, says, ""));
  g_assert_cmpstr (gtk_widget_get_tooltip_text (select), ==, "Select (Ctrl+F3)");
  pn_commands_reset_accels (self->commands, "tool-select");
  g_assert_nonnull (pn_test_find (select, says, "V"));
}

int
main (int argc, char **argv)
{
  pn_test_gtk_init (&argc, &argv);
#define add(path, test) g_test_add (path, Fixture, NULL, set_up, test, tear_down)
  add ("/ui/options/by-tool", test_by_tool);
  add ("/ui/options/mesh", test_mesh);
  add ("/ui/options/auto-key", test_auto_key);
  add ("/ui/options/mode", test_mode);
  add ("/ui/options/set-key", test_set_key);
  add ("/ui/options/zoom", test_zoom);
  add ("/ui/options/tool-keys", test_tool_keys);
#undef add
  return g_test_run ();
}
