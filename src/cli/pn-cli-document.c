/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-cli.h"

#include "pn-import.h"
#include "pn-parse.h"
#include "pn-serial.h"

/* new and import: documents from nothing and from pictures. */

static int
save (PnSession *session, const char *path)
{
  g_autoptr (GError) error = NULL;

  if (!pn_session_save (session, path, NULL, PN_SAVE_REFUSE_NEWER, &error))
    return pn_cli_fail (error);
  return PN_CLI_DONE;
}

int
pn_cli_new (int argc, char **argv)
{
  g_autofree char *size = NULL;
  g_autofree char *fps = NULL;
  g_autofree char *output = NULL;
  g_auto (GStrv) words = NULL;
  g_autoptr (GError) error = NULL;
  int width, height, numerator, denominator;
  const GOptionEntry entries[] = {
      {"size", 0, 0, G_OPTION_ARG_STRING, &size, N_ ("Size of the canvas in pixels"), "WxH"},
      {"fps", 0, 0, G_OPTION_ARG_STRING, &fps, N_ ("Frames per second, a number or a ratio"),
       "RATE"},
      {"output", 'o', 0, G_OPTION_ARG_FILENAME, &output, N_ ("The file to write"), "F.pantin"},
      {NULL},
  };

  if (!pn_cli_parse (argc, argv, "--size WxH --fps RATE -o F.pantin", entries, 0, 0, &words))
    return PN_CLI_USAGE;
  if (output == NULL)
    return pn_cli_usage (_ ("Name the file to write with -o."));
  int max_side = pn_import_get_limits ().max_side;
  if (!pn_parse_size (size != NULL ? size : "1920x1080", max_side, &width, &height))
    return pn_cli_usage (
        _ ("“%s” is not a size. Write one such as 1920x1080, each side from 1 to %d."), size,
        max_side);
  if (!pn_parse_rate (fps != NULL ? fps : "24", &numerator, &denominator))
    return pn_cli_usage (_ ("“%s” is not a frame rate. Write one such as 24 or 24000/1001."), fps);

  g_autoptr (PnRoot) root = pn_root_new (width, height, numerator, denominator);
  if (!pn_root_check (root, &error))
    return pn_cli_fail (error);
  g_autoptr (PnSession) session = pn_session_new (root, NULL, &error);
  return session != NULL ? save (session, output) : pn_cli_fail (error);
}

/* Adds a picture as add_image does; its size is returned for the canvas. */
static gboolean
add_picture (PnCliDocument *document, const char *path, int *width, int *height, GError **error)
{
  g_autoptr (JsonObject) operation = json_object_new ();

  json_object_set_string_member (operation, "op", "add_image");
  json_object_set_string_member (operation, "path", path);
  g_autoptr (JsonNode) result = pn_operation_run (document->context, operation, error);
  if (result == NULL)
    return FALSE;
  JsonArray *size = json_object_get_array_member (json_node_get_object (result), "size");
  *width = (int)json_array_get_int_element (size, 0);
  *height = (int)json_array_get_int_element (size, 1);
  return TRUE;
}

static gboolean
set_size (PnCliDocument *document, int width, int height, GError **error)
{
  g_autoptr (JsonObject) operation = json_object_new ();
  JsonArray *size = json_array_new ();

  json_array_add_int_element (size, width);
  json_array_add_int_element (size, height);
  json_object_set_string_member (operation, "op", "set_document");
  json_object_set_array_member (operation, "size", size);
  g_autoptr (JsonNode) result = pn_operation_run (document->context, operation, error);
  return result != NULL;
}

int
pn_cli_import (int argc, char **argv)
{
  g_autofree char *output = NULL;
  g_auto (GStrv) words = NULL;
  g_autoptr (GError) error = NULL;
  const GOptionEntry entries[] = {
      {"output", 'o', 0, G_OPTION_ARG_FILENAME, &output, N_ ("The file to write"), "F.pantin"},
      {NULL},
  };

  if (!pn_cli_parse (argc, argv, "PICTURE... -o F.pantin", entries, 1, -1, &words))
    return PN_CLI_USAGE;
  if (output == NULL)
    return pn_cli_usage (_ ("Name the file to write with -o."));
  for (guint i = 0; words[i] != NULL; i++)
    if (!pn_cli_check_output (output, words[i]))
      return PN_CLI_USAGE;

  g_autoptr (PnRoot) root = pn_root_new (1, 1, 24, 1);
  g_auto (PnCliDocument) document = {0};
  PnSession *session = pn_session_new (root, NULL, &error);
  if (session == NULL)
    return pn_cli_fail (error);
  pn_cli_document_init (&document, session, 0, PN_GPU_ANY);

  for (guint i = 0; words[i] != NULL; i++) {
    int width, height;
    if (!add_picture (&document, words[i], &width, &height, &error) ||
        (i == 0 && !set_size (&document, width, height, &error)))
      return pn_cli_fail (error);
  }
  return save (document.session, output);
}
