/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-application.h"
#include "pn-file-kind.h"
#include "pn-files.h"
#include "pn-notices.h"
#include "pn-pictures.h"

struct _PnFiles {
  GObject parent_instance;

  GtkApplicationWindow *window; /* borrowed */
  PnEditor *editor;
  PnCommands *commands;
  GListStore *jobs;   /* PnJob, those that are shown */
  GtkWidget *canvas;  /* (nullable) borrowed */
  GtkWidget *notices; /* (nullable) borrowed */
  GtkWidget *empty;   /* (nullable) borrowed */
  GMenu *recent;
  guint n_bringing; /* pictures on their way in */
  gboolean can_paste;
  GtkNativeDialog *chooser; /* (nullable) open */
  guint source;             /* asks after the journal */
  gulong changed_id;        /* of the editor */

  PnJob *saving;    /* (nullable) borrowed from its thread */
  PnSave *written;  /* (nullable) to be ended when no drag is under way */
  guint end_source; /* waits for that */
  char *next_path;  /* (nullable) to be saved to when that is done */
  gboolean is_save_wanted_again;
  gboolean is_closing; /* as soon as it is saved */
  gboolean is_asking;  /* before it closes */
  gboolean may_close;  /* the user's word was had */
  gboolean journal_failed;
  PnJob *moving; /* (nullable) borrowed from its thread: makes another journal */
  int retry_after_s;
  gint64 retry_at_us;
  char *export_folder; /* (nullable) where the last export lies */
  char *source_folder; /* (nullable) where the last picture came from */
};

GtkWindow *pn_files_get_window (PnFiles *self);
PnApplication *pn_files_get_application (PnFiles *self);
/* Reads pictures and adds them as layers, about `point_doc` (nullable: the document's middle) or,
 * in an untouched window, as its start. Takes the array of PnIncoming. */
void pn_files_bring (PnFiles *self, GPtrArray *incoming, const PnVec2 *point_doc);

/* --- Dialogs that choose files, one at a time; `response` is called with the PnFiles first. */
void pn_files_take_chooser (PnFiles *self, GtkFileChooserNative *chooser, GCallback response);
void pn_files_choose_to_open (PnFiles *self);
void pn_files_choose_pictures (PnFiles *self);
void pn_files_paste (PnFiles *self);
/* The clipboard may have something else. */
void pn_files_clipboard_changed (PnFiles *self);
/* Takes what is dropped there. */
void pn_files_accept_drops (PnFiles *self, GtkOverlay *over);

/* --- Saving. */
void pn_files_save (PnFiles *self);
void pn_files_save_as (PnFiles *self);
gboolean pn_files_is_saving (PnFiles *self);

/* --- Exporting. */
void pn_files_export (PnFiles *self);

/* --- The journal. */
void pn_files_watch_journal (PnFiles *self);
void pn_files_check_journal (PnFiles *self);
