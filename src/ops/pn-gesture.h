/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-operation.h"

/* A gesture under way: one open transaction, in which operations are done anew with every update,
 * on the root that the gesture began with. So however many events a drag has, it ends as if it had
 * been one operation, and cancelling gives back the very root there was. Main thread. */
typedef struct PnGesture PnGesture;

/* No other may be open. `operation` names the step in the history. `context` is borrowed. */
PnGesture *pn_gesture_begin (PnOpsContext *context, const char *operation);
/* With a key by which it joins the step before, see pn_history_begin. (nullable) */
PnGesture *
pn_gesture_begin_joining (PnOpsContext *context, const char *operation, const char *merge_key);

/* Shows what the operation makes of the first root, in place of what the update before showed. A
 * refusal leaves that as it was. */
gboolean pn_gesture_update (PnGesture *self, JsonObject *operation, GError **error);
/* The same for several, each done on what the one before it made; all or none. */
gboolean pn_gesture_update_all (PnGesture *self, JsonArray *operations, GError **error);

/* What it began with, and every update begins with. Borrowed. */
const PnRoot *pn_gesture_get_start (PnGesture *self);

/* What the operation of that number said in the last update that was done: see pn_operation_run.
 * Borrowed, until the next update. */
JsonNode *pn_gesture_get_result (PnGesture *self, guint index);
guint pn_gesture_n_results (PnGesture *self);

/* Both end and free it. Commit is one step of undo, in the journal when this returns, or none where
 * nothing changed; FALSE as pn_history_commit. */
gboolean pn_gesture_commit (PnGesture *self, GError **error);
void pn_gesture_cancel (PnGesture *self);

/* Operations as one function on `root`, each on what the one before it made: what an update shows.
 * `results` (nullable) gets a JsonNode for each. (transfer full) (nullable) */
PnRoot *pn_gesture_apply (PnOpsContext *context,
                          JsonArray *operations,
                          const PnRoot *root,
                          GPtrArray *results,
                          GError **error);
