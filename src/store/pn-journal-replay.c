/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-journal-replay-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <unistd.h>

#include "pn-journal-folder-private.h"
#include "pn-journal-record-private.h"
#include "pn-json.h"
#include "pn-serial.h"

/* Format of the document, its id, PnJournalBase, path ("" where there is none), parts of the
 * container that are kept, with their hashes. */
#define INFO_TYPE "(usyaya(ss))"

void
pn_journal_info_clear (PnJournalInfo *info)
{
  g_clear_pointer (&info->document_id, g_free);
  g_clear_pointer (&info->path, g_free);
  g_clear_pointer (&info->parts, g_array_unref);
}

static GVariant *
make_info (const PnRoot *base, PnJournalBase kind, const char *path, const PnContainerRest *rest)
{
  GVariantBuilder parts;
  GVariant *info;

  g_variant_builder_init (&parts, G_VARIANT_TYPE ("a(ss)"));
  for (guint i = 0; rest != NULL && i < rest->parts->len; i++) {
    const PnContainerPart *part = &g_array_index (rest->parts, PnContainerPart, i);

    g_variant_builder_add (&parts, "(ss)", part->name, part->hash);
  }
  info = g_variant_new ("(usy@aya(ss))", (guint32)PN_FORMAT_VERSION, base->document_id, kind,
                        g_variant_new_bytestring (path != NULL ? path : ""), &parts);
  g_variant_ref_sink (info);
  if (G_BYTE_ORDER == G_BIG_ENDIAN) {
    GVariant *swapped = g_variant_byteswap (info);

    g_variant_unref (info);
    info = swapped;
  }
  return info;
}

void
pn_journal_step_free (PnJournalStep *step)
{
  g_free (step->operation);
  g_clear_pointer (&step->arguments, json_node_unref);
  g_clear_pointer (&step->from, pn_node_unref);
  g_clear_pointer (&step->to, pn_node_unref);
  g_free (step);
}

gboolean
pn_journal_check_length (gsize length, GError **error)
{
  if (length <= PN_JSON_BYTES_MAX)
    return TRUE;
  g_set_error_literal (error, PN_STORE_ERROR, PN_STORE_ERROR_LIMIT,
                       _ ("The document has become larger than a file may be, and unsaved work can "
                          "no longer be recovered after a crash."));
  return FALSE;
}

GByteArray *
pn_journal_write_start (const PnRoot *base,
                        PnJournalBase kind,
                        const char *path,
                        const PnContainerRest *rest,
                        GError **error)
{
  g_autoptr (GVariant) info = make_info (base, kind, path, rest);
  gsize length = 0;
  g_autofree char *json = pn_root_to_json (base, &length);
  GByteArray *out;

  if (!pn_journal_check_length (length, error))
    return NULL;
  out = g_byte_array_new ();
  pn_journal_record_write_header (out);
  pn_journal_record_write (out, PN_JOURNAL_RECORD_INFO, 0, g_variant_get_data (info),
                           g_variant_get_size (info));
  pn_journal_record_write (out, PN_JOURNAL_RECORD_BASE, 1, json, length);
  return out;
}

/* A byte for the move; the operation and its arguments in JSON, each with a zero after it; the patch.
 * Each may be empty. */
gboolean
pn_journal_write_move (GByteArray *out,
                       guint64 sequence,
                       const PnRoot *from,
                       const PnJournalStep *step,
                       GError **error)
{
  gsize length = 0;
  g_autofree char *patch = pn_root_diff (from, step->to, &length);
  g_autofree char *arguments =
      step->arguments != NULL ? pn_json_print (step->arguments) : g_strdup ("");
  const char *operation = step->operation != NULL ? step->operation : "";
  g_autoptr (GByteArray) data = g_byte_array_new ();
  guint8 move = (guint8)step->move;

  if (!pn_journal_check_length (length, error))
    return FALSE;
  g_byte_array_append (data, &move, 1);
  g_byte_array_append (data, (const guint8 *)operation, (guint)strlen (operation) + 1);
  g_byte_array_append (data, (const guint8 *)arguments, (guint)strlen (arguments) + 1);
  g_byte_array_append (data, (const guint8 *)patch, (guint)length);
  pn_journal_record_write (out, PN_JOURNAL_RECORD_MOVE, sequence, data->data, data->len);
  return TRUE;
}

static gboolean
damaged (const char *folder, GError **error)
{
  g_autofree char *shown = g_filename_display_name (folder);

  g_set_error (error, PN_STORE_ERROR, PN_STORE_ERROR_DAMAGED,
               _ ("The journal in “%s” is damaged from its beginning and cannot be recovered."),
               shown);
  return FALSE;
}

static gboolean
other_version (const char *folder, GError **error)
{
  g_autofree char *shown = g_filename_display_name (folder);

  g_set_error (error, PN_STORE_ERROR, PN_STORE_ERROR_JOURNAL,
               _ ("The journal in “%s” was written by another version of Pantin, which alone can "
                  "recover it."),
               shown);
  return FALSE;
}

static void
clear_part_cb (gpointer data)
{
  PnContainerPart *part = data;

  g_free (part->name);
  g_free (part->hash);
}

/* FALSE leaves nothing to clear. */
static gboolean
parse_info (GBytes *bytes, PnJournalInfo *info, guint32 *format)
{
  g_autoptr (GVariant) raw =
      g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE (INFO_TYPE), bytes, FALSE));
  g_autoptr (GVariant) value = NULL;
  g_autoptr (GVariant) path = NULL;
  g_autoptr (GVariantIter) parts = NULL;
  const char *name, *hash;
  guint8 base = 0;

  if (!g_variant_is_normal_form (raw))
    return FALSE;
  value = G_BYTE_ORDER == G_BIG_ENDIAN ? g_variant_byteswap (raw) : g_variant_ref (raw);
  *info = (PnJournalInfo){.parts = g_array_new (FALSE, FALSE, sizeof (PnContainerPart))};
  g_array_set_clear_func (info->parts, clear_part_cb);
  g_variant_get (value, "(usy@aya(ss))", format, &info->document_id, &base, &path, &parts);
  info->base = base == PN_JOURNAL_BASE_SAFE ? PN_JOURNAL_BASE_SAFE : PN_JOURNAL_BASE_UNSAVED;
  info->path = g_variant_dup_bytestring (path, NULL);
  if (info->path[0] == '\0')
    g_clear_pointer (&info->path, g_free);
  while (g_variant_iter_next (parts, "(&s&s)", &name, &hash)) {
    PnContainerPart part = {g_strdup (name), g_strdup (hash)};

    g_array_append_val (info->parts, part);
    if (!pn_is_asset_name (hash)) {
      pn_journal_info_clear (info);
      return FALSE;
    }
  }
  return TRUE;
}

static gboolean
scan_info (PnJournalScan *scan, int fd, PnJournalInfo *info, const char *folder, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;
  PnJournalScanStart start = pn_journal_scan_begin (scan, fd);
  PnJournalRecordType type;
  guint32 format = 0;

  if (start == PN_JOURNAL_SCAN_OTHER_VERSION)
    return other_version (folder, error);
  bytes = start == PN_JOURNAL_SCAN_OK ? pn_journal_scan_next (scan, &type) : NULL;
  if (bytes == NULL || type != PN_JOURNAL_RECORD_INFO || !parse_info (bytes, info, &format))
    return damaged (folder, error);
  if (format == PN_FORMAT_VERSION)
    return TRUE;
  pn_journal_info_clear (info);
  return other_version (folder, error);
}

static int
open_journal (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, PN_JOURNAL_FILE, NULL);

  return openat (AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
}

gboolean
pn_journal_read_info (const char *folder, PnJournalInfo *info, GError **error)
{
  int fd = open_journal (folder);
  PnJournalScan scan;
  gboolean read;

  if (fd < 0)
    return damaged (folder, error);
  read = scan_info (&scan, fd, info, folder, error);
  close (fd);
  return read;
}

/* To the byte: half a record after the base may be what is left of a step, or of many. */
gboolean
pn_journal_holds_nothing (const char *folder)
{
  int fd = open_journal (folder);
  PnJournalInfo info;
  PnJournalScan scan;
  gboolean nothing = FALSE;

  if (fd < 0)
    return FALSE;
  if (scan_info (&scan, fd, &info, folder, NULL)) {
    PnJournalRecordType type;
    g_autoptr (GBytes) base = pn_journal_scan_next (&scan, &type);

    nothing = base != NULL && type == PN_JOURNAL_RECORD_BASE && info.base == PN_JOURNAL_BASE_SAFE &&
              scan.offset == scan.size;
    pn_journal_info_clear (&info);
  }
  close (fd);
  return nothing;
}

static PnRoot *
scan_base (PnJournalScan *scan)
{
  PnJournalRecordType type;
  g_autoptr (GBytes) bytes = pn_journal_scan_next (scan, &type);
  gsize length = 0;
  const char *json = bytes != NULL ? g_bytes_get_data (bytes, &length) : NULL;

  if (json == NULL || type != PN_JOURNAL_RECORD_BASE)
    return NULL;
  return pn_root_from_json (json, length, NULL);
}

/* The text up to the next zero, after which `rest` begins. (nullable) */
static const char *
take_text (const char **rest, gsize *n_rest)
{
  const char *text = *rest, *end = memchr (text, '\0', *n_rest);

  if (end == NULL)
    return NULL;
  *n_rest -= (gsize)(end + 1 - text);
  *rest = end + 1;
  return text;
}

/* What a record says of a move; what is left is its patch. FALSE leaves nothing. */
static gboolean
parse_move (PnJournalStep *step, const char **rest, gsize *n_rest)
{
  const char *operation, *arguments;

  if (*n_rest == 0 || (guint8) * *rest > PN_JOURNAL_REDO)
    return FALSE;
  step->move = (PnJournalMove) * *rest;
  (*rest)++;
  (*n_rest)--;
  operation = take_text (rest, n_rest);
  arguments = operation != NULL ? take_text (rest, n_rest) : NULL;
  if (arguments == NULL || !g_utf8_validate (operation, -1, NULL))
    return FALSE;
  if (operation[0] != '\0')
    step->operation = g_strdup (operation);
  if (arguments[0] != '\0')
    step->arguments = pn_json_parse_any (arguments, strlen (arguments), NULL);
  return TRUE;
}

/* The next move, or NULL where the journal ends. (transfer full) */
static PnJournalStep *
scan_move (PnJournalScan *scan, const PnRoot *root)
{
  PnJournalRecordType type;
  g_autoptr (GBytes) bytes = pn_journal_scan_next (scan, &type);
  gsize n_rest = 0;
  const char *rest = bytes != NULL ? g_bytes_get_data (bytes, &n_rest) : NULL;
  PnJournalStep *step;

  if (rest == NULL || (type != PN_JOURNAL_RECORD_STEP && type != PN_JOURNAL_RECORD_MOVE))
    return NULL;
  step = g_new0 (PnJournalStep, 1);
  if (type == PN_JOURNAL_RECORD_STEP || parse_move (step, &rest, &n_rest))
    step->to = pn_root_patch (root, rest, n_rest, NULL);
  if (step->to == NULL) {
    pn_journal_step_free (step);
    return NULL;
  }
  step->from = pn_node_ref (root);
  return step;
}

static PnJournalStep *
get_step (const PnJournalReplay *replay, guint index)
{
  return g_ptr_array_index (replay->steps, index);
}

static void
set_root (PnJournalReplay *replay, const PnRoot *root)
{
  PnRoot *old = replay->root;

  replay->root = pn_node_ref (root);
  pn_node_unref (old);
}

/* A step of which the journal has no more than that it was undone, since it was done before the base,
 * can be done again. */
static void
replay_undo (PnJournalReplay *replay, PnJournalStep *step)
{
  if (replay->n_done > 0) {
    set_root (replay, get_step (replay, --replay->n_done)->from);
    pn_journal_step_free (step);
    return;
  }
  PnRoot *after = step->from;
  step->from = step->to;
  step->to = after;
  set_root (replay, step->from);
  g_ptr_array_insert (replay->steps, 0, step);
}

static void
replay_do (PnJournalReplay *replay, PnJournalStep *step)
{
  if (step->move == PN_JOURNAL_JOIN && replay->n_done > 0) {
    PnJournalStep *joined = get_step (replay, --replay->n_done);
    pn_node_unref (step->from);
    step->from = pn_node_ref (joined->from);
  }
  g_ptr_array_set_size (replay->steps, (int)replay->n_done);
  set_root (replay, step->to);
  g_ptr_array_add (replay->steps, step);
  replay->n_done++;
}

/* As the history went, to the very roots. */
static void
replay_move (PnJournalReplay *replay, PnJournalStep *step)
{
  if (step->move == PN_JOURNAL_UNDO) {
    replay_undo (replay, step);
  } else if (step->move == PN_JOURNAL_REDO && replay->n_done < replay->steps->len) {
    set_root (replay, get_step (replay, replay->n_done++)->to);
    pn_journal_step_free (step);
  } else {
    replay_do (replay, step);
  }
}

gboolean
pn_journal_replay (PnJournalReplay *replay, int fd, const char *folder, GError **error)
{
  PnJournalScan scan;

  *replay = (PnJournalReplay){0};
  if (!scan_info (&scan, fd, &replay->info, folder, error))
    return FALSE;
  replay->root = scan_base (&scan);
  if (replay->root == NULL) {
    pn_journal_info_clear (&replay->info);
    return damaged (folder, error);
  }
  replay->steps = g_ptr_array_new_with_free_func ((GDestroyNotify)pn_journal_step_free);
  for (;;) {
    PnJournalStep *step;

    replay->size = scan.offset;
    replay->sequence = scan.sequence;
    step = scan_move (&scan, replay->root);
    if (step == NULL)
      break;
    replay_move (replay, step);
  }
  for (guint i = 0; i < replay->steps->len; i++)
    get_step (replay, i)->move = i < replay->n_done ? PN_JOURNAL_DO : PN_JOURNAL_UNDO;
  replay->n_dropped_bytes = (gsize)(scan.size - replay->size);
  return TRUE;
}

void
pn_journal_replay_clear (PnJournalReplay *replay)
{
  pn_journal_info_clear (&replay->info);
  g_clear_pointer (&replay->root, pn_node_unref);
  g_clear_pointer (&replay->steps, g_ptr_array_unref);
}
