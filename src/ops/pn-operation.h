/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "pn-evaluator.h"
#include "pn-renderer.h"
#include "pn-session.h"

/* Operations as a user names them: the editor's actions, `pantin-cli edit` and the MCP server all
 * call these. One call is one transaction and one step of undo. */

#define PN_OPS_ERROR (pn_ops_error_quark ())
GQuark pn_ops_error_quark (void);

typedef enum {
  PN_OPS_ERROR_USAGE,   /* no such operation, a missing or misspelt argument, a wrong type */
  PN_OPS_ERROR_REFUSED, /* says which object, why, and what would work */
  PN_OPS_ERROR_FAILED,  /* the outside world */
} PnOpsError;

/* What operations work on. The evaluator tells them where posed artwork is; the renderer is made on
 * first use. */
typedef struct PnOpsContext PnOpsContext;

/* What the operation "save" does: save, or leave it to the caller, who saves when every operation
 * of a batch is done. What gets a name of its own accord ("Pin 1") is named in the user's language
 * in the first case; a batch makes the same document in every language, for it may say that name. */
typedef enum {
  PN_SAVE_NOW,
  PN_SAVE_AT_END,
} PnSaveMode;

/* Keeps a reference to the session; `pool` is borrowed. `gpu_flags` are for operations that render.
 */
PnOpsContext *pn_ops_context_new (PnSession *session,
                                  PnTaskPool *pool,
                                  PnGpuFlags gpu_flags,
                                  PnSaveMode save_mode);
void pn_ops_context_free (PnOpsContext *context);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PnOpsContext, pn_ops_context_free)

PnSession *pn_ops_context_get_session (PnOpsContext *context);
PnEvaluator *pn_ops_context_get_evaluator (PnOpsContext *context);
/* A frame, as pn_evaluate gives it; the last one is remembered. (transfer full) (nullable) */
PnFrame *
pn_ops_context_evaluate (PnOpsContext *context, const PnRoot *root, double time, GError **error);
/* One of its own, for a thread that draws a snapshot: it loads from the store. `pool` is borrowed.
 * (transfer full) */
PnEvaluator *pn_ops_new_evaluator (PnTaskPool *pool, PnAssetStore *assets);
PnPictureCache *pn_ops_context_get_pictures (PnOpsContext *context);
/* Made at first use, with the device. Borrowed (nullable). */
PnRenderer *pn_ops_context_get_renderer (PnOpsContext *context, GError **error);

/* How an operation is written: a new {"op": name}, (transfer full); the same at the end of an
 * array, borrowed; and its members, of which a point is "x" and "y". */
JsonObject *pn_operation_new (const char *name);
JsonObject *pn_operation_add (JsonArray *operations, const char *name);
void pn_operation_set_id (JsonObject *operation, const char *member, PnId id);
void pn_operation_set_point (JsonObject *object, PnVec2 point);

/* Runs {"op": NAME, ...}. A refusal changes nothing. The result is an object, which has at least
 * "op" and what was made ("layer", "pin", ...), and "notices" where there are some. (transfer full)
 * (nullable) */
JsonNode *pn_operation_run (PnOpsContext *context, JsonObject *operation, GError **error);

/* The same of an operation that edits, as a function: from `root` to `new_root` (transfer full;
 * the same one where nothing changed), past document and history. What a preview is made with.
 * (transfer full) (nullable) */
JsonNode *pn_operation_apply (PnOpsContext *context,
                              JsonObject *operation,
                              const PnRoot *root,
                              PnRoot **new_root,
                              GError **error);

/* The registry: names in alphabetical order, NULL-terminated; static. */
const char *const *pn_operation_list (void);
/* What an operation is called, in the user's language, and what a step of the history is, with the
 * name of what it was done to: "Move “hand”". (transfer full) */
char *pn_operation_describe (const char *operation);
char *pn_operation_describe_step (PnHistory *history, guint step);
