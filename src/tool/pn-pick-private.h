/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-frame.h"
#include "pn-picture.h"

/* What lies under a point of the canvas in a frame. Nothing here poses anything: a frame has it
 * all. */

/* Whether a tool may touch the layer: to be seen, and neither it nor a group around it locked. */
gboolean pn_pick_is_open (const PnFrame *frame, const PnLayerPose *pose);

/* Whether the layer's artwork covers the point, and which place of it at rest lies there
 * (nullable): the front-most fold that is not clear. */
gboolean pn_pick_covers (const PnLayerPose *pose,
                         PnPictureCache *pictures,
                         PnVec2 point_doc,
                         PnVec2 *rest_layer);

/* The front-most open layer that covers the point, or of those behind `above` (nullable).
 * (nullable) */
const PnLayerPose *pn_pick_layer (const PnFrame *frame,
                                  PnPictureCache *pictures,
                                  PnVec2 point_doc,
                                  const PnLayerPose *above);

const PnLayerPose *pn_pick_find (const PnFrame *frame, PnId layer); /* (nullable) */

/* The posed mesh's bounds through a map from the document; empty where there is no mesh. */
PnBox pn_pick_bounds (const PnLayerPose *pose, const PnAffine *to_from_doc);
/* What a layer takes up in its own space: its picture, or what is in the group as it stands. */
PnBox pn_pick_extent (const PnFrame *frame, const PnLayerPose *pose);

/* Whether the point is more than `distance` away from the bounds of whatever is to be seen. */
gboolean pn_pick_is_far (const PnFrame *frame, PnVec2 point_doc, double distance);
