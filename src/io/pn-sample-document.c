/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-sample-document.h"

#include "pn-config.h"

#define SAMPLE "figure.pantin"

char *
pn_sample_document_path (void)
{
  const char *const *folders = g_get_system_data_dirs ();
  const char *folder = g_get_user_data_dir ();

  for (guint i = 0; folder != NULL; folder = folders[i++]) {
    g_autofree char *path = g_build_filename (folder, "pantin", "samples", SAMPLE, NULL);
    if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
      return g_steal_pointer (&path);
  }
  return g_build_filename (PN_SOURCE_SAMPLES, SAMPLE, NULL);
}
