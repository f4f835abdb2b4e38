/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>
#include <glib/gi18n.h>

#include "pn-operation.h"

/* The verbs of pantin-cli. Each takes the words from the verb on and gives the exit code. */
enum {
  PN_CLI_DONE = 0,
  PN_CLI_FAILED = 1, /* refused or failed, with a message on standard error */
  PN_CLI_USAGE = 2,
};

int pn_cli_new (int argc, char **argv);
int pn_cli_import (int argc, char **argv);
int pn_cli_edit (int argc, char **argv);
int pn_cli_pose (int argc, char **argv);
int pn_cli_render (int argc, char **argv);
int pn_cli_thumbnail (int argc, char **argv);
int pn_cli_info (int argc, char **argv);
int pn_cli_validate (int argc, char **argv);
int pn_cli_bench (int argc, char **argv);

/* Parses the options of a verb, leaving its other words in `words` (transfer full). `n_min` and
 * `n_max` bound their number; `n_max` < 0 is any. The options that every verb has are heeded here.
 * On wrong usage a message is printed and FALSE returned. */
gboolean pn_cli_parse (int argc,
                       char **argv,
                       const char *synopsis,
                       const GOptionEntry *entries,
                       int n_min,
                       int n_max,
                       char ***words);

/* Both print to standard error and return the exit code. */
int pn_cli_fail (GError *error);
int pn_cli_usage (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* FALSE, after a message, where `output` is the same file as `input`, by whatever names: what is
 * read must not be written over. */
gboolean pn_cli_check_output (const char *output, const char *input);

void pn_cli_print_json (JsonNode *node);

/* FALSE, after a message, for a number of threads that nobody means. */
gboolean pn_cli_check_workers (int n_workers);

/* An open document and what works on it, for the time of one verb. */
typedef struct {
  PnTaskPool *pool;
  PnSession *session;
  PnOpsContext *context;
} PnCliDocument;

/* `session` is taken over. `n_workers` 0: one for each processor. */
void
pn_cli_document_init (PnCliDocument *self, PnSession *session, int n_workers, PnGpuFlags flags);
/* Opens a file; a document made by a newer version is said on standard error. */
gboolean pn_cli_document_open (PnCliDocument *self,
                               const char *path,
                               int n_workers,
                               PnGpuFlags flags,
                               GError **error);
void pn_cli_document_clear (PnCliDocument *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PnCliDocument, pn_cli_document_clear)
