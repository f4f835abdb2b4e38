/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-import.h"
#include "pn-test-png.h"

/* Any bytes, as a picture: decoded or refused, within small limits so that a run is fast. The check
 * sums of the chunks are put right first, or almost no change would come past them; files with
 * wrong ones have a test of their own. */

int LLVMFuzzerTestOneInput (const guint8 *data, gsize n_bytes);

static guint32
get_u32 (const guint8 *bytes)
{
  return (guint32)bytes[0] << 24 | (guint32)bytes[1] << 16 | (guint32)bytes[2] << 8 | bytes[3];
}

static void
mend_check_sums (guint8 *data, gsize n_bytes)
{
  gsize i = 8;

  while (i + 12 <= n_bytes) {
    gsize n = get_u32 (data + i);
    guint32 crc;

    if (n > n_bytes - i - 12)
      return;
    crc = pn_test_crc (0, data + i + 4, n + 4);
    for (int k = 0; k < 4; k++)
      data[i + 8 + n + (gsize)k] = (guint8)(crc >> (24 - 8 * k));
    i += n + 12;
  }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize n_bytes)
{
  const PnImportLimits limits = {256, 0.02};
  guint8 *copy = g_memdup2 (data, n_bytes);
  g_autoptr (GBytes) bytes = g_bytes_new_take (copy, n_bytes);
  g_autoptr (GError) error = NULL;
  g_autoptr (PnPicture) picture = NULL;

  mend_check_sums (copy, n_bytes);
  pn_import_set_limits (&limits);
  picture = pn_import_decode (bytes, &error);
  if ((picture == NULL) != (error != NULL))
    g_error ("a picture and an error, or neither");
  return 0;
}
