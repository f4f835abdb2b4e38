/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Journals that are torn, flipped, in disorder, or of another version. */

#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

#include "pn-journal-folder-private.h"
#include "pn-journal-record-private.h"
#include "pn-test-journal.h"

/* A journal of 20 steps: the root after each, and where its record ends. */
typedef struct {
  PnRoot *roots[21];
  gsize ends[21];
  char *folder;
  char *file;
  guint8 *bytes;
  gsize n_bytes;
} Sample;

static void
sample_init (Sample *sample)
{
  PnRoot *root = pn_test_root_new (pn_test_assets, 18, 1, 100);
  PnJournal *journal = pn_test_journal_start (root);
  struct stat info;

  sample->folder = pn_test_journal_folder (root);
  sample->file = g_build_filename (sample->folder, PN_JOURNAL_FILE, NULL);
  for (int i = 0; i < 21; i++) {
    g_autofree char *name = g_strdup_printf ("step %d", i);

    if (i > 0)
      root = pn_test_journal_step (journal, root, name);
    sample->roots[i] = pn_node_ref (root);
    g_assert_cmpint (stat (sample->file, &info), ==, 0);
    sample->ends[i] = (gsize)info.st_size;
  }
  pn_node_unref (root);
  pn_journal_close (journal, PN_JOURNAL_KEEP);
  g_assert_true (
      g_file_get_contents (sample->file, (char **)&sample->bytes, &sample->n_bytes, NULL));
  g_assert_cmpuint (sample->n_bytes, ==, sample->ends[20]);
}

static void
sample_clear (Sample *sample)
{
  pn_test_journal_discard (sample->roots[0]);
  for (int i = 0; i < 21; i++)
    pn_node_unref (sample->roots[i]);
  g_free (sample->folder);
  g_free (sample->file);
  g_free (sample->bytes);
}

/* Resumes a journal of these bytes, in which `n_whole` steps are whole; it goes on from there. */
static void
check_tail (Sample *sample, const guint8 *bytes, gsize n_bytes, guint n_whole)
{
  g_autoptr (PnRoot) found = NULL;
  g_autoptr (PnRoot) next = NULL;
  g_autoptr (GError) error = NULL;
  gsize n_dropped = 0;
  PnJournal *journal;

  pn_test_write_file (sample->file, bytes, n_bytes);
  journal = pn_journal_resume (sample->folder, &found, NULL, NULL, &n_dropped, &error);
  g_assert_no_error (error);
  pn_test_assert_roots_equal (found, sample->roots[n_whole]);
  g_assert_cmpuint (n_dropped, ==, n_bytes - sample->ends[n_whole]);
  next = pn_test_root_rename (found, 0, "after the repair");
  g_assert_true (pn_journal_catch_up (journal, next, NULL));
  pn_journal_close (journal, PN_JOURNAL_KEEP);
  pn_test_journal_assert_resumes (next, 0);
}

static void
test_torn (void)
{
  Sample sample;

  sample_init (&sample);
  for (guint i = 0; i < 20; i++) {
    gsize n_step = sample.ends[i + 1] - sample.ends[i];
    gsize n_bytes = sample.ends[i] + n_step * i / 20;

    check_tail (&sample, sample.bytes, n_bytes, i);
  }
  sample_clear (&sample);
}

static void
test_flipped_bits (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (21);
  Sample sample;

  g_test_message ("seed 21");
  sample_init (&sample);
  for (guint i = 0; i < 20; i++) {
    g_autofree guint8 *bytes = g_memdup2 (sample.bytes, sample.n_bytes);
    gsize n_step = sample.ends[i + 1] - sample.ends[i];
    gsize bit = (gsize)g_rand_int_range (random, 0, (gint32)n_step * 8);

    bytes[sample.ends[i] + bit / 8] ^= (guint8)(1u << (bit % 8));
    check_tail (&sample, bytes, sample.n_bytes, i);
  }
  sample_clear (&sample);
}

/* A record twice, two in the wrong order, one from elsewhere, a block of zeros. */
static void
test_wrong_records (void)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  gsize a, b, n_a, n_b;
  const guint8 zeros[4096] = {0};
  Sample sample;

  sample_init (&sample);
  a = sample.ends[0];
  n_a = sample.ends[1] - a;
  b = sample.ends[1];
  n_b = sample.ends[2] - b;

  g_byte_array_append (bytes, sample.bytes, (guint)b);
  g_byte_array_append (bytes, sample.bytes + a, (guint)n_a);
  check_tail (&sample, bytes->data, bytes->len, 1);

  g_byte_array_set_size (bytes, (guint)a);
  g_byte_array_append (bytes, sample.bytes + b, (guint)n_b);
  g_byte_array_append (bytes, sample.bytes + a, (guint)n_a);
  check_tail (&sample, bytes->data, bytes->len, 0);

  g_byte_array_set_size (bytes, 0);
  g_byte_array_append (bytes, sample.bytes, (guint)b);
  g_byte_array_append (bytes, zeros, sizeof zeros);
  check_tail (&sample, bytes->data, bytes->len, 1);

  /* Whole, but no patch. */
  g_byte_array_set_size (bytes, (guint)a);
  pn_journal_record_write (bytes, PN_JOURNAL_RECORD_STEP, 2, "hello", 5);
  check_tail (&sample, bytes->data, bytes->len, 0);
  g_byte_array_set_size (bytes, (guint)a);
  pn_journal_record_write (bytes, PN_JOURNAL_RECORD_MOVE, 2, "\0set\0", 5);
  check_tail (&sample, bytes->data, bytes->len, 0);
  g_byte_array_set_size (bytes, (guint)a);
  pn_journal_record_write (bytes, PN_JOURNAL_RECORD_MOVE, 2, "\0set\0{}", 7);
  check_tail (&sample, bytes->data, bytes->len, 0);
  g_byte_array_set_size (bytes, (guint)a);
  pn_journal_record_write (bytes, 99, 2, "hello", 5);
  check_tail (&sample, bytes->data, bytes->len, 0);
  sample_clear (&sample);
}

static void
assert_refused (Sample *sample, const guint8 *bytes, gsize n_bytes, PnStoreError code)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *after = NULL;
  gsize n_after = 0;

  pn_test_write_file (sample->file, bytes, n_bytes);
  g_assert_null (pn_journal_resume (sample->folder, NULL, NULL, NULL, NULL, &error));
  g_assert_error (error, PN_STORE_ERROR, (int)code);
  g_assert_nonnull (strstr (error->message, sample->folder));
  g_assert_true (g_file_get_contents (sample->file, &after, &n_after, NULL));
  g_assert_cmpmem (after, n_after, bytes, n_bytes);
}

/* Nothing is guessed: without a base there is no document, and the file stays as it is. */
static void
test_damaged_base (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (22);
  Sample sample;
  g_autoptr (GPtrArray) left = NULL;

  sample_init (&sample);
  for (guint i = 0; i < 20; i++) {
    g_autofree guint8 *bytes = g_memdup2 (sample.bytes, sample.n_bytes);
    gsize bit = (gsize)g_rand_int_range (random, 0, (gint32)sample.ends[0] * 8);

    bytes[bit / 8] ^= (guint8)(1u << (bit % 8));
    assert_refused (&sample, bytes, sample.n_bytes, PN_STORE_ERROR_DAMAGED);
    assert_refused (&sample, sample.bytes, sample.ends[0] * i / 20, PN_STORE_ERROR_DAMAGED);
  }
  left = pn_journal_list_left (pn_test_state_folder);
  g_assert_cmpuint (left->len, ==, 1);
  sample_clear (&sample);
}

static void
test_other_version (void)
{
  Sample sample;
  g_autofree guint8 *bytes = NULL;
  guint32 checksum;

  sample_init (&sample);
  bytes = g_memdup2 (sample.bytes, sample.n_bytes);
  bytes[8]++;
  checksum = GUINT32_TO_LE ((guint32)crc32 (0, bytes, 12));
  memcpy (bytes + 12, &checksum, 4);
  assert_refused (&sample, bytes, sample.n_bytes, PN_STORE_ERROR_JOURNAL);

  /* The journal's form is this one, the document's is not. */
  {
    g_autoptr (GByteArray) other = g_byte_array_new ();
    g_autoptr (GVariant) info = g_variant_ref_sink (g_variant_new (
        "(usy@aya(ss))", PN_FORMAT_VERSION + 1, "id", 0, g_variant_new_bytestring (""), NULL));

    pn_journal_record_write_header (other);
    pn_journal_record_write (other, PN_JOURNAL_RECORD_INFO, 0, g_variant_get_data (info),
                             g_variant_get_size (info));
    assert_refused (&sample, other->data, other->len, PN_STORE_ERROR_JOURNAL);
  }
  sample_clear (&sample);
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  pn_test_journal_set_up ();
  g_test_add_func ("/store/journal-damage/torn", test_torn);
  g_test_add_func ("/store/journal-damage/flipped-bits", test_flipped_bits);
  g_test_add_func ("/store/journal-damage/wrong-records", test_wrong_records);
  g_test_add_func ("/store/journal-damage/damaged-base", test_damaged_base);
  g_test_add_func ("/store/journal-damage/other-version", test_other_version);
  result = g_test_run ();
  pn_test_journal_tear_down ();
  return result;
}
