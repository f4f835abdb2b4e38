/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n-lib.h>

#include "pn-canvas.h"
#include "pn-command-list.h"

/* --- Tools. */

static void
take_tool (gpointer editor, PnViewTool tool)
{
  pn_view_set_tool (pn_editor_get_view (editor), tool);
}

static gboolean
has_tool (gpointer editor, PnViewTool tool)
{
  return pn_view_get_tool (pn_editor_get_view (editor)) == tool;
}

static void
take_select_tool (gpointer editor)
{
  take_tool (editor, PN_VIEW_TOOL_SELECT);
}

static gboolean
has_select_tool (gpointer editor)
{
  return has_tool (editor, PN_VIEW_TOOL_SELECT);
}

static void
take_puppet_tool (gpointer editor)
{
  take_tool (editor, PN_VIEW_TOOL_PUPPET);
}

static gboolean
has_puppet_tool (gpointer editor)
{
  return has_tool (editor, PN_VIEW_TOOL_PUPPET);
}

static void
take_hand_tool (gpointer editor)
{
  take_tool (editor, PN_VIEW_TOOL_HAND);
}

static gboolean
has_hand_tool (gpointer editor)
{
  return has_tool (editor, PN_VIEW_TOOL_HAND);
}

gboolean
pn_command_hold_hand (gpointer editor, PnCommandHold hold)
{
  if (hold == PN_COMMAND_HOLD_END)
    return pn_editor_let_go_of_hand (editor);
  pn_editor_hold_hand (editor);
  return FALSE;
}

static void
take_zoom_tool (gpointer editor)
{
  take_tool (editor, PN_VIEW_TOOL_ZOOM);
}

static gboolean
has_zoom_tool (gpointer editor)
{
  return has_tool (editor, PN_VIEW_TOOL_ZOOM);
}

/* --- Zoom. */

/* What steps of the zoom stop at: numbers that pictures are looked at with. */
static const double stops[] = {0.01, 0.02,    0.03, 0.05, 0.0667, 0.10, 0.15, 0.20, 0.25, 1.0 / 3,
                               0.5,  2.0 / 3, 0.75, 1,    1.5,    2,    3,    4,    6,    8,
                               12,   16,      24,   32,   48,     64,   96,   128,  192,  256};

/* A stop that is nearer than this, in proportion, is where one is already. */
#define STOP_TOLERANCE 0.01

static void
zoom_in (gpointer editor)
{
  PnView *view = pn_editor_get_view (editor);
  double zoom = pn_view_get_zoom (view) * (1 + STOP_TOLERANCE);

  for (guint i = 0; i < G_N_ELEMENTS (stops); i++)
    if (stops[i] > zoom) {
      pn_view_set_zoom (view, stops[i]);
      return;
    }
}

static void
zoom_out (gpointer editor)
{
  PnView *view = pn_editor_get_view (editor);
  double zoom = pn_view_get_zoom (view) * (1 - STOP_TOLERANCE);

  for (guint i = G_N_ELEMENTS (stops); i-- > 0;)
    if (stops[i] < zoom) {
      pn_view_set_zoom (view, stops[i]);
      return;
    }
}

static void
zoom_100 (gpointer editor)
{
  pn_view_set_zoom (pn_editor_get_view (editor), 1);
}

static void
zoom_fit (gpointer editor)
{
  pn_canvas_fit_page (pn_editor_get_view (editor));
}

/* --- Turning. */

#define TURN_STEP_DEG 15.0

/* Clockwise as seen: a mirrored view turns the other way about. */
static void
turn (gpointer editor, double degrees)
{
  PnView *view = pn_editor_get_view (editor);

  pn_view_set_rotation (view, pn_view_get_rotation (view) +
                                  (pn_view_get_mirrored (view) ? -degrees : degrees));
}

static void
turn_left (gpointer editor)
{
  turn (editor, -TURN_STEP_DEG);
}

static void
turn_right (gpointer editor)
{
  turn (editor, TURN_STEP_DEG);
}

static void
turn_back (gpointer editor)
{
  pn_view_set_rotation (pn_editor_get_view (editor), 0);
}

static gboolean
is_turned (gpointer editor)
{
  double rotation = pn_view_get_rotation (pn_editor_get_view (editor));

  return rotation < 0 || rotation > 0;
}

static void
mirror (gpointer editor)
{
  PnView *view = pn_editor_get_view (editor);

  pn_view_set_mirrored (view, !pn_view_get_mirrored (view));
}

static gboolean
is_mirrored (gpointer editor)
{
  return pn_view_get_mirrored (pn_editor_get_view (editor));
}

/* --- What is shown over the picture, and what a drag makes. */

static void
hide_mesh (gpointer editor)
{
  pn_editor_set_mesh_display (editor, PN_MESH_OFF);
}

static gboolean
has_no_mesh (gpointer editor)
{
  return pn_editor_get_mesh_display (editor) == PN_MESH_OFF;
}

static void
outline_mesh (gpointer editor)
{
  pn_editor_set_mesh_display (editor, PN_MESH_OUTLINE);
}

static gboolean
has_outlined_mesh (gpointer editor)
{
  return pn_editor_get_mesh_display (editor) == PN_MESH_OUTLINE;
}

static void
show_mesh (gpointer editor)
{
  pn_editor_set_mesh_display (editor, PN_MESH_FULL);
}

static gboolean
has_full_mesh (gpointer editor)
{
  return pn_editor_get_mesh_display (editor) == PN_MESH_FULL;
}

static void
toggle_auto_key (gpointer editor)
{
  PnView *view = pn_editor_get_view (editor);

  pn_view_set_auto_key (view, !pn_view_get_auto_key (view));
}

static gboolean
has_auto_key (gpointer editor)
{
  return pn_view_get_auto_key (pn_editor_get_view (editor));
}

static gboolean
is_rigging (gpointer editor)
{
  return pn_view_get_mode (pn_editor_get_view (editor)) == PN_VIEW_RIGGING;
}

static gboolean
is_animating (gpointer editor)
{
  return !is_rigging (editor);
}

static void
toggle_rigging (gpointer editor)
{
  pn_editor_set_mode (editor, is_rigging (editor) ? PN_VIEW_ANIMATING : PN_VIEW_RIGGING);
}

static void
rig (gpointer editor)
{
  pn_editor_set_mode (editor, PN_VIEW_RIGGING);
}

static void
animate (gpointer editor)
{
  pn_editor_set_mode (editor, PN_VIEW_ANIMATING);
}

const PnCommandEntry pn_commands_view[] = {
    {
        .name = "tool-select",
        .label = N_ ("Select"),
        .accels = "v",
        .group = N_ ("Tools"),
        .run = take_select_tool,
        .is_on = has_select_tool,
    },
    {
        .name = "tool-puppet",
        .label = N_ ("Puppet Pins"),
        .accels = "p <Control>p",
        .group = N_ ("Tools"),
        .run = take_puppet_tool,
        .is_on = has_puppet_tool,
    },
    {
        .name = "tool-hand",
        .label = N_ ("Hand"),
        .accels = "h",
        .group = N_ ("Tools"),
        .keywords = N_ ("pan scroll move the view"),
        .run = take_hand_tool,
        .is_on = has_hand_tool,
        .hold = pn_command_hold_hand,
    },
    {
        .name = "tool-zoom",
        .label = N_ ("Zoom"),
        .accels = "z",
        .group = N_ ("Tools"),
        .keywords = N_ ("magnify loupe"),
        .run = take_zoom_tool,
        .is_on = has_zoom_tool,
    },
    {
        .name = "zoom-in",
        .label = N_ ("Zoom In"),
        .accels = "plus equal KP_Add",
        .group = N_ ("View"),
        .keywords = N_ ("magnify larger nearer"),
        .run = zoom_in,
    },
    {
        .name = "zoom-out",
        .label = N_ ("Zoom Out"),
        .accels = "minus KP_Subtract",
        .group = N_ ("View"),
        .keywords = N_ ("smaller farther"),
        .run = zoom_out,
    },
    {
        .name = "zoom-100",
        .label = N_ ("Zoom to 100 %"),
        .accels = "1",
        .group = N_ ("View"),
        .keywords = N_ ("actual size pixels"),
        .run = zoom_100,
    },
    {
        .name = "zoom-fit",
        .label = N_ ("Fit the Page"),
        .accels = "2",
        .group = N_ ("View"),
        .keywords = N_ ("zoom whole document all"),
        .run = zoom_fit,
    },
    {
        .name = "turn-left",
        .label = N_ ("Turn the View Left"),
        .accels = "4 KP_4",
        .group = N_ ("View"),
        .keywords = N_ ("rotate canvas counterclockwise"),
        .run = turn_left,
    },
    {
        .name = "turn-right",
        .label = N_ ("Turn the View Right"),
        .accels = "6 KP_6",
        .group = N_ ("View"),
        .keywords = N_ ("rotate canvas clockwise"),
        .run = turn_right,
    },
    {
        .name = "turn-back",
        .label = N_ ("Turn the View Upright"),
        .accels = "5 KP_5",
        .group = N_ ("View"),
        .keywords = N_ ("rotate canvas reset"),
        .run = turn_back,
        .is_enabled = is_turned,
        .needs = N_ ("The view is upright."),
    },
    {
        .name = "mirror-view",
        .label = N_ ("Mirror the View"),
        .accels = "m",
        .group = N_ ("View"),
        .keywords = N_ ("flip canvas horizontally"),
        .run = mirror,
        .is_on = is_mirrored,
    },
    {
        .name = "mesh-off",
        .label = N_ ("Hide the Mesh"),
        .group = N_ ("View"),
        .keywords = N_ ("wireframe triangles"),
        .run = hide_mesh,
        .is_on = has_no_mesh,
    },
    {
        .name = "mesh-outline",
        .label = N_ ("Show the Mesh's Outline"),
        .group = N_ ("View"),
        .keywords = N_ ("wireframe"),
        .run = outline_mesh,
        .is_on = has_outlined_mesh,
    },
    {
        .name = "mesh-full",
        .label = N_ ("Show the Whole Mesh"),
        .group = N_ ("View"),
        .keywords = N_ ("wireframe triangles"),
        .run = show_mesh,
        .is_on = has_full_mesh,
    },
    {
        .name = "auto-key",
        .label = N_ ("Auto-Key: Posing Sets Keys"),
        .group = N_ ("Animation"),
        .keywords = N_ ("record keyframes automatically"),
        .run = toggle_auto_key,
        .is_on = has_auto_key,
    },
    {
        .name = "mode-toggle",
        .label = N_ ("Rig or Animate"),
        .accels = "Tab",
        .group = N_ ("Animation"),
        .keywords = N_ ("setup bind rest pose mode"),
        .scope = PN_COMMAND_CANVAS,
        .run = toggle_rigging,
    },
    {
        .name = "mode-rig",
        .label = N_ ("Rig: What Is Moved Rests There"),
        .group = N_ ("Animation"),
        .keywords = N_ ("setup bind mode rigging"),
        .run = rig,
        .is_on = is_rigging,
        .done_by = "mode-toggle",
    },
    {
        .name = "mode-animate",
        .label = N_ ("Animate: What Is Moved Is Posed"),
        .group = N_ ("Animation"),
        .keywords = N_ ("pose mode animating"),
        .run = animate,
        .is_on = is_animating,
        .done_by = "mode-toggle",
    },
    {0},
};
