/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-cli.h"

#include "pn-parse.h"
#include "pn-pose-json.h"

/* pose: what evaluation gives at a frame. */

int
pn_cli_pose (int argc, char **argv)
{
  g_autofree char *frame_text = NULL;
  g_auto (GStrv) words = NULL;
  g_autoptr (GError) error = NULL;
  int n_workers = 0;
  double frame;
  const GOptionEntry entries[] = {
      {"frame", 0, 0, G_OPTION_ARG_STRING, &frame_text, N_ ("The frame, which may lie between two"),
       "N"},
      {"workers", 0, 0, G_OPTION_ARG_INT, &n_workers,
       N_ ("Threads to use; the result is the same for any number"), "N"},
      {NULL},
  };

  if (!pn_cli_parse (argc, argv, "F.pantin --frame N", entries, 1, 1, &words))
    return PN_CLI_USAGE;
  if (!pn_parse_number (frame_text != NULL ? frame_text : "0", &frame))
    return pn_cli_usage (_ ("“%s” is not a frame. Write a number such as 12 or 12.5."), frame_text);
  if (!pn_cli_check_workers (n_workers))
    return PN_CLI_USAGE;

  g_auto (PnCliDocument) document = {0};
  if (!pn_cli_document_open (&document, words[0], n_workers, PN_GPU_ANY, &error))
    return pn_cli_fail (error);
  g_autoptr (PnFrame) posed = pn_evaluate (pn_ops_context_get_evaluator (document.context),
                                           pn_session_get_root (document.session), frame, &error);
  if (posed == NULL)
    return pn_cli_fail (error);
  g_autoptr (JsonNode) node = pn_pose_to_json (posed);
  pn_cli_print_json (node);
  return PN_CLI_DONE;
}
