/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-cli.h"

#include "pn-container.h"
#include "pn-export.h"
#include "pn-import.h"
#include "pn-thumbnail.h"

/* thumbnail: a small picture of a document, as file managers ask for. */

/* The largest and the usual one of the desktop's thumbnails. */
#define SIZE_MAX_PX 1024
#define SIZE_USUAL_PX 256

/* From the picture that lies in the file, without looking at anything else there. FALSE without an
 * error where there is none that can be read: then it is drawn. */
static gboolean
take_stored (const char *path, int size, PnReadback *out, GError **error)
{
  g_autoptr (GBytes) png = pn_container_read_thumbnail (path, error);
  g_autoptr (PnPicture) picture = png != NULL ? pn_import_decode (png, NULL) : NULL;

  if (picture != NULL)
    *out = pn_thumbnail_shrink (picture, size, size, PN_ALPHA_STRAIGHT);
  return picture != NULL;
}

static gboolean
draw (const char *path, int size, PnReadback *out, GError **error)
{
  g_auto (PnCliDocument) document = {0};

  if (!pn_cli_document_open (&document, path, 0, PN_GPU_ANY, error))
    return FALSE;
  const PnRoot *root = pn_session_get_root (document.session);
  PnRenderTarget target = pn_thumbnail_target (root, size);
  g_autoptr (PnFrame) frame = pn_ops_context_evaluate (document.context, root, 0, error);
  PnRenderer *renderer =
      frame != NULL ? pn_ops_context_get_renderer (document.context, error) : NULL;
  return renderer != NULL &&
         pn_renderer_render (renderer, frame, &target, PN_ALPHA_STRAIGHT, out, error);
}

int
pn_cli_thumbnail (int argc, char **argv)
{
  g_autofree char *output = NULL;
  int size = SIZE_USUAL_PX;
  g_auto (GStrv) words = NULL;
  g_autoptr (GError) error = NULL;
  PnReadback picture = {0};
  const GOptionEntry entries[] = {
      {"output", 'o', 0, G_OPTION_ARG_FILENAME, &output, N_ ("The picture to write"),
       "PICTURE.png"},
      {"size", 0, 0, G_OPTION_ARG_INT, &size, N_ ("The most that it measures a side"), "PIXELS"},
      {NULL},
  };

  if (!pn_cli_parse (argc, argv, "F.pantin -o PICTURE.png", entries, 1, 1, &words))
    return PN_CLI_USAGE;
  if (output == NULL)
    return pn_cli_usage (_ ("Name the picture to write with -o."));
  if (size < 1 || size > SIZE_MAX_PX)
    return pn_cli_usage (_ ("--size is from 1 to %d."), SIZE_MAX_PX);
  if (!pn_cli_check_output (output, words[0]))
    return PN_CLI_USAGE;

  gboolean done = take_stored (words[0], size, &picture, &error) ||
                  (error == NULL && draw (words[0], size, &picture, &error));
  done = done && pn_export_picture (&picture, output, &error);
  pn_readback_clear (&picture);
  return done ? PN_CLI_DONE : pn_cli_fail (error);
}
