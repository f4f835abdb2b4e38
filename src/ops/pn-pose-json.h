/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "pn-frame.h"

/* What evaluation gives, as JSON for programs: every layer's transform, mesh and pins at one
 * moment, positions in document pixels, angles in degrees, numbers that read back to the same
 * double. (transfer full) */
JsonNode *pn_pose_to_json (const PnFrame *frame);

/* Why a pin holds nothing, as a word for programs; NULL where it holds. Static. */
const char *pn_pose_ignored_text (PnPinState state);
