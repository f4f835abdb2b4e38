/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "pn-serial.h"

/* Any bytes, as a document: refused with a message, or read, and then what is written is read as
 * the same once more. */

int LLVMFuzzerTestOneInput (const guint8 *data, gsize n_bytes);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize n_bytes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PnRoot) root = pn_root_from_json ((const char *)data, n_bytes, &error);
  g_autoptr (PnRoot) again = NULL;
  g_autoptr (GPtrArray) possible = NULL;
  g_autofree char *json = NULL;
  g_autofree char *json_again = NULL;
  gsize length;

  if ((root == NULL) != (error != NULL))
    g_error ("a root and an error, or neither");
  if (root == NULL)
    return 0;
  json = pn_root_to_json (root, &length);
  again = pn_root_from_json (json, length, &error);
  if (again == NULL)
    g_error ("what was written cannot be read: %s", error->message);
  json_again = pn_root_to_json (again, NULL);
  if (strcmp (json, json_again) != 0)
    g_error ("what was read is written in another way");
  possible = pn_root_list_possible_assets (root);
  return 0;
}
