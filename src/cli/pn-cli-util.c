/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-cli.h"

#include <stdio.h>

#include "pn-durable-file.h"
#include "pn-import.h"
#include "pn-json.h"

/* What the limits can be raised to: the document's form allows no wider picture. */
#define MAX_SIDE_MAX (1 << 20)
#define MAX_MEGAPIXELS_MAX 100000

/* More threads than any machine has processors for a frame's layers. */
#define WORKERS_MAX 256

int
pn_cli_fail (GError *error)
{
  g_printerr ("pantin-cli: %s\n", error->message);
  if (g_error_matches (error, PN_IO_ERROR, PN_IO_ERROR_LIMIT))
    g_printerr ("%s\n", _ ("pantin-cli: --max-side and --max-megapixels set other limits."));
  return PN_CLI_FAILED;
}

int
pn_cli_usage (const char *format, ...)
{
  va_list values;

  va_start (values, format);
  g_autofree char *message = g_strdup_vprintf (format, values);
  va_end (values);
  g_printerr ("pantin-cli: %s\n", message);
  return PN_CLI_USAGE;
}

/* The limits of pictures and documents are a setting of every verb. */
static gboolean
set_limits (int max_side, int max_megapixels)
{
  PnImportLimits limits = {max_side, max_megapixels};

  if (max_side < 1 || max_side > MAX_SIDE_MAX || max_megapixels < 1 ||
      max_megapixels > MAX_MEGAPIXELS_MAX) {
    pn_cli_usage (_ ("--max-side is from 1 to %d, and --max-megapixels from 1 to %d."),
                  MAX_SIDE_MAX, MAX_MEGAPIXELS_MAX);
    return FALSE;
  }
  pn_import_set_limits (&limits);
  return TRUE;
}

gboolean
pn_cli_parse (int argc,
              char **argv,
              const char *synopsis,
              const GOptionEntry *entries,
              int n_min,
              int n_max,
              char ***words)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *program = g_strconcat ("pantin-cli ", argv[0], NULL);
  g_autoptr (GOptionContext) context = g_option_context_new (synopsis);
  /* GOption parses a vector it may take from, the first word of which is the program. */
  g_auto (GStrv) copy = g_new0 (char *, (gsize)argc + 1);
  int max_side = PN_IMPORT_LIMITS_DEFAULT.max_side;
  int max_megapixels = (int)PN_IMPORT_LIMITS_DEFAULT.max_megapixels;
  const GOptionEntry common[] = {
      {"max-side", 0, 0, G_OPTION_ARG_INT, &max_side,
       N_ ("The widest and highest that a picture or a document may be"), "PIXELS"},
      {"max-megapixels", 0, 0, G_OPTION_ARG_INT, &max_megapixels,
       N_ ("The most pixels that a picture may have, in millions"), "N"},
      {NULL},
  };

  for (int i = 0; i < argc; i++)
    copy[i] = g_strdup (i == 0 ? program : argv[i]);
  g_set_prgname (program);
  g_option_context_set_translation_domain (context, GETTEXT_PACKAGE);
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  g_option_context_add_main_entries (context, common, GETTEXT_PACKAGE);
  if (!g_option_context_parse_strv (context, &copy, &error)) {
    pn_cli_usage ("%s", error->message);
    return FALSE;
  }

  int n_words = (int)g_strv_length (copy) - 1;
  if (n_words < n_min || (n_max >= 0 && n_words > n_max)) {
    pn_cli_usage (_ ("Usage: %s %s"), program, synopsis);
    return FALSE;
  }
  if (!set_limits (max_side, max_megapixels))
    return FALSE;
  *words = g_strdupv (copy + 1);
  return TRUE;
}

gboolean
pn_cli_check_output (const char *output, const char *input)
{
  if (!pn_durable_file_is_same (output, input))
    return TRUE;
  pn_cli_usage (
      _ ("“%s” would be written over, but it is what is read. Name another file with -o."), output);
  return FALSE;
}

void
pn_cli_print_json (JsonNode *node)
{
  g_autofree char *text = pn_json_print (node);

  fputs (text, stdout);
}

gboolean
pn_cli_check_workers (int n_workers)
{
  if (n_workers >= 0 && n_workers <= WORKERS_MAX)
    return TRUE;
  pn_cli_usage (_ ("--workers is from 1 to %d, or 0 for one on each processor."), WORKERS_MAX);
  return FALSE;
}

void
pn_cli_document_init (PnCliDocument *self, PnSession *session, int n_workers, PnGpuFlags flags)
{
  self->session = session;
  self->pool =
      pn_task_pool_new (n_workers > 0 ? (unsigned)n_workers : pn_task_pool_default_workers ());
  self->context = pn_ops_context_new (session, self->pool, flags, PN_SAVE_AT_END);
}

gboolean
pn_cli_document_open (PnCliDocument *self,
                      const char *path,
                      int n_workers,
                      PnGpuFlags flags,
                      GError **error)
{
  PnSession *session = pn_session_open (path, NULL, error);

  if (session == NULL)
    return FALSE;
  if (pn_session_is_newer (session))
    g_printerr (_ ("pantin-cli: “%s” was made by a newer version of Pantin. What this version does "
                   "not know is kept, but not "
                   "shown.\n"),
                path);
  pn_cli_document_init (self, session, n_workers, flags);
  return TRUE;
}

void
pn_cli_document_clear (PnCliDocument *self)
{
  g_clear_pointer (&self->context, pn_ops_context_free);
  g_clear_object (&self->session);
  g_clear_pointer (&self->pool, pn_task_pool_free);
}
