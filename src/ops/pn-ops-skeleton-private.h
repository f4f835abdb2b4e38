/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-ops-private.h"

/* What operations on skeletons share. */

/* By id or, where it is unique, by name. NULL with a refusal that says which there are. */
const PnSkeletonNode *pn_op_find_skeleton (PnOpCall *call,
                                           GError **error); /* argument "skeleton" */
const PnBoneNode *
pn_op_find_bone_named (const PnSkeletonNode *skeleton, const char *name, GError **error);
const PnBoneNode *pn_op_find_bone (const PnArgs *args,
                                   const PnSkeletonNode *skeleton,
                                   GError **error); /* argument "bone" */

/* A point of the canvas at `frame` in the skeleton's space. */
gboolean pn_op_to_skeleton (PnOpCall *call,
                            const PnSkeletonNode *skeleton,
                            double frame,
                            PnVec2 point,
                            PnVec2 *point_skeleton,
                            GError **error);

/* Binds a layer, which can be bound, in the call's root. */
gboolean pn_op_bind_layer (PnOpCall *call,
                           const PnLayer *layer,
                           PnId skeleton,
                           PnBindMethod method,
                           PnId bone,
                           GError **error);
