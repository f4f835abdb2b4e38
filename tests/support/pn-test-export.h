/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-test-folder.h"
#include "pn-test-frames.h"

/* An export of frames of a formula into a folder of its own. */
typedef struct {
  char *folder, *path; /* what is written to, in the folder */
  GPtrArray *notices;
  PnTestFrames frames;
} PnTestExport;

static inline void
pn_test_export_init (PnTestExport *self, const char *name)
{
  self->folder = pn_test_folder_new ();
  self->path = g_build_filename (self->folder, name, NULL);
  self->notices = g_ptr_array_new_with_free_func (g_free);
  self->frames = (PnTestFrames){.paint = pn_test_paint_columns, .fail_at = -1};
}

static inline void
pn_test_export_clear (PnTestExport *self)
{
  pn_test_folder_remove (self->folder);
  g_free (self->folder);
  g_free (self->path);
  g_ptr_array_unref (self->notices);
  g_clear_object (&self->frames.cancel);
}
