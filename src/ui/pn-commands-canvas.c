/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What keys do on the canvas without a pointer: all of it is the tool's. */

#include <glib/gi18n-lib.h>
#include <math.h>

#include "pn-canvas-private.h"
#include "pn-command-list.h"

/* --- What there is. The canvas may be gone when its commands are asked last. */

static PnTool *
get_tool (gpointer canvas)
{
  return pn_editor_get_tool (PN_CANVAS (canvas)->editor);
}

static gboolean
has_document_tool (gpointer canvas)
{
  PnEditor *editor = PN_CANVAS (canvas)->editor;

  return editor != NULL &&
         pn_view_get_tool (pn_editor_get_view (editor)) < PN_VIEW_N_DOCUMENT_TOOLS;
}

static gboolean
has_selection (gpointer canvas)
{
  guint n_pins;
  PnView *view;

  if (!has_document_tool (canvas))
    return FALSE;
  view = pn_editor_get_view (PN_CANVAS (canvas)->editor);
  pn_view_get_pins (view, &n_pins);
  return pn_view_get_tool (view) == PN_VIEW_TOOL_PUPPET ? n_pins > 0
                                                        : pn_view_get_active_layer (view) != 0;
}

/* --- During a drag. */

/* What is under way first, then a preview, then what is selected. */
static void
cancel (gpointer canvas)
{
  pn_canvas_keys_end_amount (canvas);
  if (!pn_tool_cancel (get_tool (canvas)))
    pn_view_clear_selection (pn_editor_get_view (PN_CANVAS (canvas)->editor));
}

static void
finish (gpointer canvas)
{
  pn_canvas_keys_end_amount (canvas);
  pn_tool_finish (get_tool (canvas));
}

/* --- The selection. */

static void
walk_next (gpointer canvas)
{
  pn_tool_walk (get_tool (canvas), PN_WALK_NEXT);
}

static void
walk_previous (gpointer canvas)
{
  pn_tool_walk (get_tool (canvas), PN_WALK_PREVIOUS);
}

static void
insert (gpointer canvas)
{
  pn_tool_insert (get_tool (canvas));
}

static void delete (gpointer canvas)
{
  pn_tool_delete (get_tool (canvas));
}

static void
rename_selected (gpointer canvas)
{
  pn_canvas_rename (canvas);
}

static void
show_menu (gpointer canvas)
{
  PnCanvas *self = canvas;
  PnAffine map = pn_canvas_get_map (self);
  PnVec2 cursor = pn_view_get_cursor (pn_editor_get_view (self->editor));

  pn_canvas_show_menu (self, pn_affine_apply (&map, cursor));
}

/* --- Nudging, in document px, in the direction in which the view shows it. */

#define NUDGE 1.0
#define NUDGE_FAR 10.0
#define NUDGE_NEAR 0.1

static void
nudge (gpointer canvas, double x, double y, double distance)
{
  PnView *view = pn_editor_get_view (PN_CANVAS (canvas)->editor);
  PnAffine doc_from_view = pn_view_doc_from_view (view);
  PnVec2 direction = pn_affine_apply_vector (&doc_from_view, pn_vec2 (x, y));

  pn_tool_nudge (get_tool (canvas), pn_vec2_scale (direction, distance * pn_view_get_zoom (view)));
}

#define DEFINE_NUDGES(name, x, y)                   \
  static void nudge_##name (gpointer canvas)        \
  {                                                 \
    nudge (canvas, x, y, NUDGE);                    \
  }                                                 \
  static void nudge_##name##_far (gpointer canvas)  \
  {                                                 \
    nudge (canvas, x, y, NUDGE_FAR);                \
  }                                                 \
  static void nudge_##name##_near (gpointer canvas) \
  {                                                 \
    nudge (canvas, x, y, NUDGE_NEAR);               \
  }
DEFINE_NUDGES (left, -1, 0)
DEFINE_NUDGES (right, 1, 0)
DEFINE_NUDGES (up, 0, -1)
DEFINE_NUDGES (down, 0, 1)

/* --- Turning and scaling, as it is seen. */

#define TURN_DEG 1.0
#define SCALE 1.01

static void
turn (gpointer canvas, double degrees)
{
  PnView *view = pn_editor_get_view (PN_CANVAS (canvas)->editor);

  pn_tool_turn (get_tool (canvas), pn_view_get_mirrored (view) ? -degrees : degrees);
}

static void
turn_left (gpointer canvas)
{
  turn (canvas, -TURN_DEG);
}

static void
turn_right (gpointer canvas)
{
  turn (canvas, TURN_DEG);
}

static void
make_larger (gpointer canvas)
{
  pn_tool_scale (get_tool (canvas), SCALE);
}

static void
make_smaller (gpointer canvas)
{
  pn_tool_scale (get_tool (canvas), 1 / SCALE);
}

/* When a command can be run, and what to do where it cannot. */
#define WITH_TOOL has_document_tool, .needs = N_ ("Take a tool that edits the document first.")
#define WITH_SELECTION has_selection, .needs = N_ ("Select a pin or a layer first.")

#define CANVAS_COMMAND(id, words, keys, function, enabled)              \
  {                                                                     \
    .name = id, .label = words, .accels = keys, .group = N_ ("Canvas"), \
    .scope = PN_COMMAND_CANVAS, .run = function, .is_enabled = enabled  \
  }

const PnCommandEntry pn_commands_canvas[] = {
    CANVAS_COMMAND ("canvas-cancel", N_ ("Cancel, or Select Nothing"), "Escape", cancel, WITH_TOOL),
    CANVAS_COMMAND ("canvas-finish", N_ ("Finish the Drag"), "Return KP_Enter", finish, WITH_TOOL),
    CANVAS_COMMAND ("canvas-next", N_ ("Select Next"), "<Control>Tab", walk_next, WITH_TOOL),
    CANVAS_COMMAND ("canvas-previous",
                    N_ ("Select Previous"),
                    "<Control><Shift>Tab",
                    walk_previous,
                    WITH_TOOL),
    CANVAS_COMMAND ("canvas-insert",
                    N_ ("Add at the Keyboard's Place"),
                    "Insert",
                    insert,
                    WITH_TOOL),
    CANVAS_COMMAND ("canvas-delete",
                    N_ ("Delete What Is Selected"),
                    "Delete KP_Delete",
                    delete,
                    WITH_SELECTION),
    CANVAS_COMMAND ("canvas-rename", N_ ("Rename…"), "F2", rename_selected, WITH_SELECTION),
    CANVAS_COMMAND ("canvas-menu",
                    N_ ("Open the Canvas's Menu"),
                    "Menu <Shift>F10",
                    show_menu,
                    WITH_TOOL),
    CANVAS_COMMAND ("nudge-left", N_ ("Nudge Left"), "Left", nudge_left, WITH_TOOL),
    CANVAS_COMMAND ("nudge-right", N_ ("Nudge Right"), "Right", nudge_right, WITH_TOOL),
    CANVAS_COMMAND ("nudge-up", N_ ("Nudge Up"), "Up", nudge_up, WITH_TOOL),
    CANVAS_COMMAND ("nudge-down", N_ ("Nudge Down"), "Down", nudge_down, WITH_TOOL),
    CANVAS_COMMAND ("nudge-left-far",
                    N_ ("Nudge Left by 10"),
                    "<Shift>Left",
                    nudge_left_far,
                    WITH_TOOL),
    CANVAS_COMMAND ("nudge-right-far",
                    N_ ("Nudge Right by 10"),
                    "<Shift>Right",
                    nudge_right_far,
                    WITH_TOOL),
    CANVAS_COMMAND ("nudge-up-far", N_ ("Nudge Up by 10"), "<Shift>Up", nudge_up_far, WITH_TOOL),
    CANVAS_COMMAND ("nudge-down-far",
                    N_ ("Nudge Down by 10"),
                    "<Shift>Down",
                    nudge_down_far,
                    WITH_TOOL),
    CANVAS_COMMAND ("nudge-left-near",
                    N_ ("Nudge Left by 0.1"),
                    "<Alt>Left",
                    nudge_left_near,
                    WITH_TOOL),
    CANVAS_COMMAND ("nudge-right-near",
                    N_ ("Nudge Right by 0.1"),
                    "<Alt>Right",
                    nudge_right_near,
                    WITH_TOOL),
    CANVAS_COMMAND ("nudge-up-near", N_ ("Nudge Up by 0.1"), "<Alt>Up", nudge_up_near, WITH_TOOL),
    CANVAS_COMMAND ("nudge-down-near",
                    N_ ("Nudge Down by 0.1"),
                    "<Alt>Down",
                    nudge_down_near,
                    WITH_TOOL),
    CANVAS_COMMAND ("canvas-turn-left",
                    N_ ("Turn Left by 1°"),
                    "<Control>Left <Control>Up",
                    turn_left,
                    WITH_SELECTION),
    CANVAS_COMMAND ("canvas-turn-right",
                    N_ ("Turn Right by 1°"),
                    "<Control>Right <Control>Down",
                    turn_right,
                    WITH_SELECTION),
    CANVAS_COMMAND ("canvas-larger",
                    N_ ("Make Larger by 1 %"),
                    "<Control>plus <Control>equal <Control>KP_Add",
                    make_larger,
                    WITH_SELECTION),
    CANVAS_COMMAND ("canvas-smaller",
                    N_ ("Make Smaller by 1 %"),
                    "<Control>minus <Control>KP_Subtract",
                    make_smaller,
                    WITH_SELECTION),
    {0},
};
