/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-export.h"
#include "pn-session.h"

/* What the user wants exported, and how: as the last time, until something else is chosen. Main
 * thread. */

typedef enum {
  PN_EXPORT_ON_DOCUMENT, /* whatever the document has for a background */
  PN_EXPORT_ON_NONE,
  PN_EXPORT_ON_COLOR,
} PnExportOn;

/* Of the document's size; as in the settings' schema. */
#define PN_EXPORT_SCALE_MIN 0.01
#define PN_EXPORT_SCALE_MAX 16.0

typedef struct {
  PnExportFormat format;
  double scale; /* of the document's size */
  int first_frame, last_frame;
  PnDepth depth;
  PnExportOn on;
  guint8 color[3];
  char *folder; /* where it goes; (nullable) in a sandbox, until one was granted */
  char *name;   /* of the file there, or of the folder of pictures */
} PnExportChoice;

/* The last choice, for this document: all of its frames, to a name that is free. */
void pn_export_choice_init (PnExportChoice *self, PnSession *session);
void pn_export_choice_clear (PnExportChoice *self);
void pn_export_choice_remember (const PnExportChoice *self);

/* Another format, and a name with its suffix that is free. */
void pn_export_choice_set_format (PnExportChoice *self, PnExportFormat format, PnSession *session);
void pn_export_choice_set_path (PnExportChoice *self, const char *path);
/* The folder that something goes into, under a name that is free there. */
void pn_export_choice_set_folder (PnExportChoice *self, const char *folder, PnSession *session);
char *pn_export_choice_get_path (const PnExportChoice *self); /* (transfer full) (nullable) */

/* Whole px, at least 1. */
void
pn_export_choice_get_size (const PnExportChoice *self, const PnRoot *root, int *width, int *height);

/* Borrows from the choice; `name` is what the pictures of a sequence are called. */
PnExportJob pn_export_choice_make_job (const PnExportChoice *self,
                                       const PnRoot *root,
                                       const char *path,
                                       const char *name);

/* ".webm"; "" for a folder of pictures. */
const char *pn_export_format_suffix (PnExportFormat format);
