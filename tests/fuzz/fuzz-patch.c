/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "pn-serial.h"
#include "pn-test-doc.h"

/* Any bytes, as a patch to a document: refused, or applied, and then the root is one that can be
 * written, read, and reached by a patch of our own. */

int LLVMFuzzerTestOneInput (const guint8 *data, gsize n_bytes);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize n_bytes)
{
  g_autoptr (PnRoot) root = pn_test_figure ();
  g_autoptr (GError) error = NULL;
  g_autoptr (PnRoot) patched = pn_root_patch (root, (const char *)data, n_bytes, &error);
  g_autoptr (PnRoot) read = NULL;
  g_autoptr (PnRoot) again = NULL;
  g_autofree char *json = NULL;
  g_autofree char *json_again = NULL;
  g_autofree char *patch = NULL;
  gsize length;

  if ((patched == NULL) != (error != NULL))
    g_error ("a root and an error, or neither");
  if (patched == NULL)
    return 0;
  json = pn_root_to_json (patched, &length);
  read = pn_root_from_json (json, length, &error);
  if (read == NULL)
    g_error ("a patch made what cannot be read: %s", error->message);
  patch = pn_root_diff (root, patched, &length);
  again = pn_root_patch (root, patch, length, &error);
  if (again == NULL)
    g_error ("our own patch is refused: %s", error->message);
  json_again = pn_root_to_json (again, NULL);
  if (strcmp (json, json_again) != 0)
    g_error ("our own patch leads elsewhere");
  return 0;
}
