/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-ops-private.h"

#include <glib/gi18n-lib.h>

#include "pn-edit.h"
#include "pn-export.h"
#include "pn-import.h"
#include "pn-parse.h"

/* Operations on the document as a whole: its settings, its history, saving and looking at it. */

#define DURATION_MAX 1e6

/* --- set_document */

static gboolean
read_size (PnOpCall *call, PnRoot *root, GError **error)
{
  PnVec2 size = {root->width, root->height};
  int max_side = pn_import_get_limits ().max_side;

  if (!pn_args_point (&call->args, "size", PN_ARG_OPTIONAL, &size, error))
    return FALSE;
  if (size.x < 1 || size.y < 1 || size.x > max_side || size.y > max_side)
    return pn_op_refuse (error, _ ("A document is from 1 to %d pixels wide and high."), max_side);
  root->width = (int)size.x;
  root->height = (int)size.y;
  if (size.x > root->width || size.y > root->height)
    return pn_op_refuse (error, _ ("A document's width and height are whole numbers of pixels."));
  return TRUE;
}

/* A whole number, or [numerator, denominator]. */
static gboolean
read_fps (PnOpCall *call, PnRoot *root, GError **error)
{
  if (!pn_args_has (&call->args, "fps"))
    return TRUE;

  PnVec2 ratio = {root->fps_numerator, 1};
  gboolean is_list = JSON_NODE_HOLDS_ARRAY (json_object_get_member (call->args.object, "fps"));
  if (is_list ? !pn_args_point (&call->args, "fps", PN_ARG_REQUIRED, &ratio, error)
              : !pn_args_number (&call->args, "fps", PN_ARG_REQUIRED, 1, 1000, &ratio.x, error))
    return FALSE;

  int numerator = (int)ratio.x, denominator = (int)ratio.y;
  if (ratio.x > numerator || ratio.y > denominator || numerator < 1 || denominator < 1 ||
      numerator > 1000000 || denominator > 1000000 || numerator > 1000 * denominator ||
      denominator > 1000 * numerator)
    return pn_op_refuse (
        error,
        _ ("Frames per second are a whole number from 1 to 1000 such as 24, or a ratio of two such "
           "as [24000, 1001]."));
  root->fps_numerator = numerator;
  root->fps_denominator = denominator;
  return TRUE;
}

static gboolean
read_background (PnOpCall *call, PnRoot *root, GError **error)
{
  const char *text = NULL;

  if (!pn_args_string (&call->args, "background", PN_ARG_OPTIONAL, &text, error))
    return FALSE;
  if (text == NULL)
    return TRUE;
  root->has_background = !g_str_equal (text, "none");
  if (!root->has_background)
    return TRUE;
  if (!pn_color_parse (text, root->background))
    return pn_op_refuse (error, _ ("A background is \"none\" or a colour such as \"#20c0ff\"."));
  return TRUE;
}

/* Keys are at frames, so that a change of rate that keeps times moves every key, without rounding.
 */
static PnRoot *
scale_times (PnRoot *root, double factor)
{
  PnRoot *scaled = pn_root_copy (root);

  for (guint i = 0; i < root->tracks.n_items; i++) {
    const PnTrack *track = root->tracks.items[i];
    g_autoptr (PnTrack) copy = pn_track_copy (track);
    for (guint j = 0; j < copy->n_keys; j++)
      copy->keys[j].frame *= factor;
    pn_node_list_replace (&scaled->tracks, i, copy);
  }
  scaled->duration = MAX (1.0, root->duration * factor);
  return scaled;
}

static gboolean
set_document (PnOpCall *call, GError **error)
{
  static const char *const keeps[] = {"times", "frames", NULL};
  int keep = 0;
  const PnRoot *old = call->root;
  g_autoptr (PnRoot) root = pn_root_copy (old);

  if (!read_size (call, root, error) || !read_fps (call, root, error) ||
      !read_background (call, root, error) ||
      !pn_args_choice (&call->args, "keep", PN_ARG_OPTIONAL, keeps, &keep, error))
    return FALSE;

  double factor = ((double)root->fps_numerator * old->fps_denominator) /
                  ((double)root->fps_denominator * old->fps_numerator);
  if (keep == 0 && (factor < 1.0 || factor > 1.0)) {
    PnRoot *scaled = scale_times (root, factor);
    pn_node_unref (root);
    root = scaled;
  }
  if (!pn_args_number (&call->args, "duration", PN_ARG_OPTIONAL, 1, DURATION_MAX, &root->duration,
                       error))
    return FALSE;
  pn_op_call_take_root (call, g_steal_pointer (&root));
  return TRUE;
}

/* --- undo, redo, save */

static gboolean
undo (PnOpCall *call, GError **error)
{
  PnHistory *history = pn_session_get_history (call->context->session);
  guint current;

  if (!pn_history_can_undo (history))
    return pn_op_refuse (error, _ ("There is nothing to undo."));
  pn_history_n_steps (history, &current);
  g_autofree char *undone = g_strdup (pn_history_step_operation (history, current - 1));
  if (!pn_history_undo (history, error))
    return FALSE;
  pn_op_result_string (call, "undone", undone);
  return TRUE;
}

static gboolean
redo (PnOpCall *call, GError **error)
{
  PnHistory *history = pn_session_get_history (call->context->session);
  guint current;

  if (!pn_history_can_redo (history))
    return pn_op_refuse (error, _ ("There is nothing to redo."));
  pn_history_n_steps (history, &current);
  g_autofree char *redone = g_strdup (pn_history_step_operation (history, current));
  if (!pn_history_redo (history, error))
    return FALSE;
  pn_op_result_string (call, "redone", redone);
  return TRUE;
}

static gboolean
save (PnOpCall *call, GError **error)
{
  PnSession *session = call->context->session;
  const char *own = pn_session_get_path (session);
  const char *path = own;

  if (!pn_args_string (&call->args, "path", PN_ARG_OPTIONAL, &path, error))
    return FALSE;
  if (call->context->save_mode == PN_SAVE_AT_END) {
    if (g_strcmp0 (path, own) != 0)
      return pn_op_refuse (error, _ ("A batch of operations is saved as a whole when all of them "
                                     "are done. To save it under "
                                     "another name, name that when starting the batch."));
    return TRUE;
  }
  if (path == NULL)
    return pn_op_refuse (error, _ ("The document has no file yet. Give “path”."));
  if (!pn_session_save (session, path, NULL, PN_SAVE_REFUSE_NEWER, error))
    return FALSE;
  pn_op_result_string (call, "path", path);
  return TRUE;
}

/* --- render_frame */

static gboolean
write_picture (PnOpCall *call, PnRenderer *renderer, double frame, const char *path, GError **error)
{
  const PnRoot *root = call->root;
  PnReadback picture = {0};
  PnRenderTarget target = {
      .width = root->width,
      .height = root->height,
      .depth = PN_DEPTH_8,
      .samples = 4,
      .has_background = root->has_background,
      .background = {root->background[0], root->background[1], root->background[2]},
  };
  g_autoptr (PnFrame) posed = pn_evaluate (call->context->evaluator, root, frame, error);

  if (posed == NULL ||
      !pn_renderer_render (renderer, posed, &target, PN_ALPHA_STRAIGHT, &picture, error))
    return FALSE;
  gboolean done = pn_export_picture (&picture, path, error);
  pn_readback_clear (&picture);
  return done;
}

static gboolean
render_frame (PnOpCall *call, GError **error)
{
  double frame = 0;
  const char *path = NULL;

  if (!pn_args_number (&call->args, "frame", PN_ARG_REQUIRED, PN_OP_FRAME_MIN, PN_OP_FRAME_MAX,
                       &frame, error) ||
      !pn_args_string (&call->args, "path", PN_ARG_REQUIRED, &path, error))
    return FALSE;

  PnRenderer *renderer = pn_ops_context_get_renderer (call->context, error);
  if (renderer == NULL || !write_picture (call, renderer, frame, path, error))
    return FALSE;
  pn_op_result_number (call, "frame", frame);
  pn_op_result_string (call, "path", path);
  return TRUE;
}

const PnOperationEntry pn_ops_document_entries[] = {
    {"set_document", PN_OP_EDITS, "size fps keep duration background", set_document,
     N_ ("Change the document")},
    {"undo", PN_OP_NAVIGATES, "", undo, N_ ("Undo")},
    {"redo", PN_OP_NAVIGATES, "", redo, N_ ("Redo")},
    {"save", PN_OP_NAVIGATES, "path", save, N_ ("Save")},
    {"render_frame", PN_OP_LOOKS, "frame path", render_frame, N_ ("Render a frame")},
    {NULL},
};
