/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-workspace.h"

#include <glib/gi18n-lib.h>

#include "pn-canvas.h"
#include "pn-inspector.h"
#include "pn-layers-panel.h"
#include "pn-notices.h"
#include "pn-options-bar.h"
#include "pn-settings.h"
#include "pn-status-bar.h"
#include "pn-timeline.h"
#include "pn-toolbar.h"
#include "pn-zoom-bar.h"

/* px that panels leave the canvas each way. */
#define CANVAS_MIN 160

/* Parts that F6 walks, in this order. */
typedef enum {
  REGION_TOOLS,
  REGION_OPTIONS,
  REGION_CANVAS,
  REGION_LAYERS,
  REGION_INSPECTOR,
  REGION_TIMELINE,
  REGION_ERRORS,
  REGION_HEADER,
  N_REGIONS,
} Region;

/* A panel that takes from a pane's end, and the setting that has its size. */
typedef enum {
  PANEL_SIDE,
  PANEL_TIMELINE,
  N_PANELS,
} Panel;

static const struct {
  const char *size, *shown;
} panel_settings[] = {
    [PANEL_SIDE] = {"side-width", "side-shown"},
    [PANEL_TIMELINE] = {"timeline-height", "timeline-shown"},
};

struct _PnWorkspace {
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkWidget *tools;
  GtkWidget *panes[N_PANELS]; /* each has its panel at its end */
  GtkWidget *panels[N_PANELS];
  GtkWidget *layers_pane;
  GtkWidget *regions[N_REGIONS]; /* (nullable) borrowed */
  GtkWidget *over_canvas;
  gboolean is_shown[N_PANELS];
  gboolean shows_canvas_only;
  gboolean is_placed[N_PANELS]; /* they have the size that the settings say */
  guint tick;
};

G_DEFINE_FINAL_TYPE (PnWorkspace, pn_workspace, GTK_TYPE_WIDGET)

/* --- Sizes. A pane counts from its start, and what is remembered is the panel at its end. So at
 * first the panel asks for its size, and the pane gives just that; from the next frame on the pane
 * stays where it is. */

static int
panel_size (PnWorkspace *self, Panel panel)
{
  GtkWidget *widget = self->panels[panel];

  return panel == PANEL_SIDE ? gtk_widget_get_width (widget) : gtk_widget_get_height (widget);
}

static void
request_size (PnWorkspace *self, Panel panel, int size)
{
  gtk_widget_set_size_request (self->panels[panel], panel == PANEL_SIDE ? size : -1,
                               panel == PANEL_TIMELINE ? size : -1);
}

/* Half of the window at the most: it may have been larger when the panel was. */
static void
request_remembered_sizes (PnWorkspace *self)
{
  int window[N_PANELS];

  g_settings_get (pn_settings_get (), "window-size", "(ii)", &window[PANEL_SIDE],
                  &window[PANEL_TIMELINE]);
  for (guint i = 0; i < N_PANELS; i++)
    request_size (
        self, i,
        MIN (g_settings_get_int (pn_settings_get (), panel_settings[i].size), window[i] / 2));
}

static gboolean
place_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  PnWorkspace *self = PN_WORKSPACE (widget);

  for (guint i = 0; i < N_PANELS; i++) {
    GtkPaned *pane = GTK_PANED (self->panes[i]);
    if (self->is_placed[i] || !gtk_widget_get_visible (self->panels[i]))
      continue;
    /* It was not drawn yet. */
    if (panel_size (self, i) == 0)
      return G_SOURCE_CONTINUE;
    gtk_paned_set_position (pane, gtk_paned_get_position (pane));
    request_size (self, i, -1);
    self->is_placed[i] = TRUE;
  }
  self->tick = 0;
  return G_SOURCE_REMOVE;
}

/* Panels that were folded from the start take their place when they are first seen. */
static void
place_panels (PnWorkspace *self)
{
  if (self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), place_cb, NULL, NULL);
}

static void
remember_sizes (PnWorkspace *self)
{
  for (guint i = 0; i < N_PANELS; i++)
    if (self->is_placed[i] && gtk_widget_get_mapped (self->panels[i]))
      g_settings_set_int (pn_settings_get (), panel_settings[i].size, panel_size (self, i));
  if (self->is_placed[PANEL_SIDE] && gtk_widget_get_mapped (self->layers_pane))
    g_settings_set_int (pn_settings_get (), "layers-height",
                        gtk_paned_get_position (GTK_PANED (self->layers_pane)));
}

/* --- Folding. */

/* A full screen of nothing but the canvas has no header either. */
static void
show_header (PnWorkspace *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  gboolean is_full = GTK_IS_WINDOW (root) && gtk_window_is_fullscreen (GTK_WINDOW (root));

  if (self->regions[REGION_HEADER] != NULL)
    gtk_widget_set_visible (self->regions[REGION_HEADER], !self->shows_canvas_only || !is_full);
}

static void
show_panels (PnWorkspace *self)
{
  for (guint i = 0; i < N_PANELS; i++)
    gtk_widget_set_visible (self->panels[i], self->is_shown[i] && !self->shows_canvas_only);
  gtk_widget_set_visible (self->tools, !self->shows_canvas_only);
  show_header (self);
  place_panels (self);
}

/* Asking for a panel while there is only the canvas brings it back, whether it was folded or not. */
static void
toggle_panel (PnWorkspace *self, Panel panel)
{
  remember_sizes (self);
  self->is_shown[panel] = self->shows_canvas_only || !self->is_shown[panel];
  self->shows_canvas_only = FALSE;
  g_settings_set_boolean (pn_settings_get (), panel_settings[panel].shown, self->is_shown[panel]);
  show_panels (self);
}

static void
toggle_side (gpointer self)
{
  toggle_panel (self, PANEL_SIDE);
}

static gboolean
has_side (gpointer data)
{
  PnWorkspace *self = data;

  return self->is_shown[PANEL_SIDE] && !self->shows_canvas_only;
}

static void
toggle_timeline (gpointer self)
{
  toggle_panel (self, PANEL_TIMELINE);
}

static gboolean
has_timeline (gpointer data)
{
  PnWorkspace *self = data;

  return self->is_shown[PANEL_TIMELINE] && !self->shows_canvas_only;
}

/* Not remembered: a window that opens without its panels looks broken. */
static void
toggle_canvas_only (gpointer data)
{
  PnWorkspace *self = data;

  remember_sizes (self);
  self->shows_canvas_only = !self->shows_canvas_only;
  show_panels (self);
}

static gboolean
shows_canvas_only (gpointer data)
{
  PnWorkspace *self = data;

  return self->shows_canvas_only;
}

/* --- The keyboard's way from part to part. */

static Region
find_region (PnWorkspace *self, GtkWidget *focus)
{
  for (guint i = 0; i < N_REGIONS; i++)
    if (focus != NULL && self->regions[i] != NULL &&
        (focus == self->regions[i] || gtk_widget_is_ancestor (focus, self->regions[i])))
      return i;
  return REGION_CANVAS;
}

static gboolean
focus_region (PnWorkspace *self, Region region)
{
  GtkWidget *widget = self->regions[region];

  if (widget == NULL || !gtk_widget_get_mapped (widget))
    return FALSE;
  return region == REGION_CANVAS ? gtk_widget_grab_focus (widget)
                                 : gtk_widget_child_focus (widget, GTK_DIR_TAB_FORWARD);
}

static void
walk_regions (PnWorkspace *self, guint step)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  guint region = find_region (self, gtk_root_get_focus (root));

  for (guint i = 1; i < N_REGIONS; i++) {
    region = (region + step) % N_REGIONS;
    if (focus_region (self, region))
      break;
  }
  gtk_window_set_focus_visible (GTK_WINDOW (root), TRUE);
}

static void
focus_next_region (gpointer self)
{
  walk_regions (self, 1);
}

static void
focus_previous_region (gpointer self)
{
  walk_regions (self, N_REGIONS - 1);
}

void
pn_workspace_focus_canvas (PnWorkspace *self)
{
  g_return_if_fail (PN_IS_WORKSPACE (self));

  gtk_widget_grab_focus (self->regions[REGION_CANVAS]);
}

static const PnCommandEntry commands_workspace[] = {
    {
        .name = "toggle-side",
        .label = N_ ("Side Panel"),
        .accels = "F7",
        .group = N_ ("Window"),
        .keywords = N_ ("layers inspector hide show fold"),
        .run = toggle_side,
        .is_on = has_side,
    },
    {
        .name = "toggle-timeline",
        .label = N_ ("Timeline"),
        .accels = "<Shift>F7",
        .group = N_ ("Window"),
        .keywords = N_ ("dope sheet transport hide show fold"),
        .run = toggle_timeline,
        .is_on = has_timeline,
    },
    {
        .name = "canvas-only",
        .label = N_ ("Only the Canvas"),
        .accels = "F12 grave",
        .group = N_ ("Window"),
        .keywords = N_ ("hide panels distraction free maximize"),
        .run = toggle_canvas_only,
        .is_on = shows_canvas_only,
    },
    {
        .name = "next-region",
        .label = N_ ("Next Part of the Window"),
        .accels = "F6",
        .group = N_ ("Window"),
        .keywords = N_ ("focus keyboard panel"),
        .run = focus_next_region,
    },
    {
        .name = "previous-region",
        .label = N_ ("Previous Part of the Window"),
        .accels = "<Shift>F6",
        .group = N_ ("Window"),
        .keywords = N_ ("focus keyboard panel"),
        .run = focus_previous_region,
    },
    {0},
};

/* --- Parts. */

/* A pane takes F6 before the window hears of it, to go between its own two halves. */
static gboolean
cycle_child_focus_cb (GtkPaned *pane, gboolean backwards, PnWorkspace *self)
{
  g_signal_stop_emission_by_name (pane, "cycle-child-focus");
  walk_regions (self, backwards ? N_REGIONS - 1 : 1);
  return TRUE;
}

static void
set_pane (PnWorkspace *self, GtkWidget *pane, GtkWidget *start, GtkWidget *end, gboolean end_grows)
{
  GtkPaned *paned = GTK_PANED (pane);

  gtk_paned_set_start_child (paned, start);
  gtk_paned_set_end_child (paned, end);
  gtk_paned_set_resize_start_child (paned, !end_grows);
  gtk_paned_set_resize_end_child (paned, end_grows);
  gtk_paned_set_shrink_start_child (paned, FALSE);
  gtk_paned_set_shrink_end_child (paned, FALSE);
  g_signal_connect (paned, "cycle-child-focus", G_CALLBACK (cycle_child_focus_cb), self);
}

/* What lies over the canvas may be wider than it: then it scrolls. */
static GtkWidget *
build_options (PnWorkspace *self, PnEditor *editor, PnCommands *commands)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->regions[REGION_OPTIONS] = pn_options_bar_new (editor, commands);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_EXTERNAL,
                                  GTK_POLICY_NEVER);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->regions[REGION_OPTIONS]);
  gtk_widget_set_halign (scrolled, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (scrolled, GTK_ALIGN_START);
  gtk_widget_add_css_class (scrolled, "pn-over-canvas");
  return scrolled;
}

static GtkWidget *
build_center (PnWorkspace *self, PnEditor *editor, PnCommands *commands)
{
  GtkWidget *overlay = gtk_overlay_new ();
  GtkWidget *canvas = pn_canvas_new (editor, commands);
  GtkWidget *options = build_options (self, editor, commands);
  GtkWidget *zoom = pn_zoom_bar_new (editor, commands);

  gtk_widget_set_size_request (overlay, CANVAS_MIN, CANVAS_MIN);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), canvas);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), options);
  gtk_widget_set_halign (zoom, GTK_ALIGN_END);
  gtk_widget_set_valign (zoom, GTK_ALIGN_END);
  gtk_widget_add_css_class (zoom, "pn-over-canvas");
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), zoom);
  pn_canvas_set_covers (PN_CANVAS (canvas), options, zoom);
  pn_commands_attach (commands, canvas, PN_COMMAND_CANVAS);
  self->regions[REGION_CANVAS] = canvas;
  self->over_canvas = overlay;
  return overlay;
}

static GtkWidget *
build_side (PnWorkspace *self, PnEditor *editor, PnCommands *commands)
{
  self->regions[REGION_LAYERS] = pn_layers_panel_new (editor, commands);
  self->regions[REGION_INSPECTOR] = pn_inspector_new (editor, commands);
  self->layers_pane = gtk_paned_new (GTK_ORIENTATION_VERTICAL);
  set_pane (self, self->layers_pane, self->regions[REGION_LAYERS], self->regions[REGION_INSPECTOR],
            TRUE);
  gtk_paned_set_position (GTK_PANED (self->layers_pane),
                          g_settings_get_int (pn_settings_get (), "layers-height"));
  return self->layers_pane;
}

static GtkWidget *
build_body (PnWorkspace *self, PnEditor *editor, PnCommands *commands)
{
  GtkWidget *body = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *columns = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  GtkWidget *rows = gtk_paned_new (GTK_ORIENTATION_VERTICAL);

  self->panes[PANEL_SIDE] = columns;
  self->panes[PANEL_TIMELINE] = rows;
  self->panels[PANEL_SIDE] = build_side (self, editor, commands);
  self->panels[PANEL_TIMELINE] = pn_timeline_new (editor, commands);
  self->regions[REGION_TIMELINE] = self->panels[PANEL_TIMELINE];
  pn_commands_attach (commands, self->panels[PANEL_TIMELINE], PN_COMMAND_TIMELINE);
  set_pane (self, rows, build_center (self, editor, commands), self->panels[PANEL_TIMELINE], FALSE);
  set_pane (self, columns, rows, self->panels[PANEL_SIDE], FALSE);
  gtk_widget_set_hexpand (columns, TRUE);
  gtk_widget_set_vexpand (columns, TRUE);
  self->tools = pn_toolbar_new (commands);
  self->regions[REGION_TOOLS] = self->tools;
  gtk_box_append (GTK_BOX (body), self->tools);
  gtk_box_append (GTK_BOX (body), columns);
  return body;
}

static void
name_regions (PnWorkspace *self)
{
  const char *const names[N_REGIONS] = {
      [REGION_LAYERS] = _ ("Layers"),
      [REGION_INSPECTOR] = _ ("Inspector"),
      [REGION_TIMELINE] = _ ("Timeline"),
      [REGION_ERRORS] = _ ("Errors"),
  };

  for (guint i = 0; i < N_REGIONS; i++)
    if (names[i] != NULL)
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->regions[i]),
                                      GTK_ACCESSIBLE_PROPERTY_LABEL, names[i], -1);
}

/* --- Life. */

static void
pn_workspace_root (GtkWidget *widget)
{
  GtkWidget *window = GTK_WIDGET (gtk_widget_get_root (widget));

  GTK_WIDGET_CLASS (pn_workspace_parent_class)->root (widget);
  if (GTK_IS_WINDOW (window))
    g_signal_connect_object (window, "notify::fullscreened", G_CALLBACK (show_header), widget,
                             G_CONNECT_SWAPPED);
}

static void
pn_workspace_map (GtkWidget *widget)
{
  PnWorkspace *self = PN_WORKSPACE (widget);

  GTK_WIDGET_CLASS (pn_workspace_parent_class)->map (widget);
  place_panels (self);
}

static void
pn_workspace_unmap (GtkWidget *widget)
{
  remember_sizes (PN_WORKSPACE (widget));
  GTK_WIDGET_CLASS (pn_workspace_parent_class)->unmap (widget);
}

static void
pn_workspace_dispose (GObject *object)
{
  PnWorkspace *self = PN_WORKSPACE (object);

  g_clear_pointer (&self->content, gtk_widget_unparent);
  G_OBJECT_CLASS (pn_workspace_parent_class)->dispose (object);
}

static void
pn_workspace_class_init (PnWorkspaceClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = pn_workspace_dispose;
  widget_class->root = pn_workspace_root;
  widget_class->map = pn_workspace_map;
  widget_class->unmap = pn_workspace_unmap;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "workspace");
}

static void
pn_workspace_init (PnWorkspace *self)
{
  self->content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->content, GTK_WIDGET (self));
  for (guint i = 0; i < N_PANELS; i++)
    self->is_shown[i] = g_settings_get_boolean (pn_settings_get (), panel_settings[i].shown);
}

GtkWidget *
pn_workspace_new (PnEditor *editor, PnCommands *commands)
{
  g_return_val_if_fail (PN_IS_EDITOR (editor) && PN_IS_COMMANDS (commands), NULL);

  PnWorkspace *self = g_object_new (PN_TYPE_WORKSPACE, NULL);
  pn_commands_add (commands, commands_workspace, self);
  gtk_box_append (GTK_BOX (self->content), build_body (self, editor, commands));
  self->regions[REGION_ERRORS] = pn_notices_new (editor);
  gtk_box_append (GTK_BOX (self->content), self->regions[REGION_ERRORS]);
  gtk_box_append (GTK_BOX (self->content), pn_status_bar_new (editor));
  name_regions (self);
  request_remembered_sizes (self);
  show_panels (self);
  return GTK_WIDGET (self);
}

void
pn_workspace_set_header (PnWorkspace *self, GtkWidget *header)
{
  g_return_if_fail (PN_IS_WORKSPACE (self));

  self->regions[REGION_HEADER] = header;
}

GtkWidget *
pn_workspace_get_canvas (PnWorkspace *self)
{
  g_return_val_if_fail (PN_IS_WORKSPACE (self), NULL);

  return self->regions[REGION_CANVAS];
}

GtkOverlay *
pn_workspace_get_over_canvas (PnWorkspace *self)
{
  g_return_val_if_fail (PN_IS_WORKSPACE (self), NULL);

  return GTK_OVERLAY (self->over_canvas);
}

GtkWidget *
pn_workspace_get_notices (PnWorkspace *self)
{
  g_return_val_if_fail (PN_IS_WORKSPACE (self), NULL);

  return self->regions[REGION_ERRORS];
}
