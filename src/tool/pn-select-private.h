/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-tool-private.h"

/* The transform of layers, for the select tool. */

/* Where a layer's anchor lies: what its position says. */
PnVec2 pn_select_pivot (const PnFrame *frame, const PnLayerPose *pose);
/* The corners of what it takes up, clockwise from its top left; FALSE where that is nothing. */
gboolean pn_select_corners (const PnFrame *frame, const PnLayerPose *pose, PnVec2 corners_doc[4]);
/* Whether a group among the items carries it: then it is not moved or deleted once more. */
gboolean pn_select_is_carried (const PnRoot *root, const PnId *items, guint n_items, PnId item);

/* What a PnToolClass has. */
gboolean pn_select_get_pivot (PnTool *tool, const PnFrame *frame, PnId *item, PnVec2 *pivot_doc);
void pn_select_add_gizmo (PnTool *tool, const PnFrame *frame, GArray *handles);
void pn_select_build_drag (PnTool *tool,
                           const PnFrame *frame,
                           PnToolDrag *drag,
                           JsonArray *operations,
                           PnToolEffect *effect);
void pn_select_build_key (PnTool *tool, const PnFrame *frame, JsonArray *operations);
