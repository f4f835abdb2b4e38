/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-journal.h"
#include "pn-test-folder.h"
#include "pn-test-store.h"

/* Journals in a state folder of the test program's own. */

static char *pn_test_state_folder;
static PnAssetStore *pn_test_assets;

static inline void
pn_test_journal_set_up (void)
{
  pn_test_state_folder = pn_test_folder_new ();
  pn_test_assets = pn_asset_store_new (NULL, NULL);
}

static inline void
pn_test_journal_tear_down (void)
{
  g_assert_finalize_object (pn_test_assets);
  pn_test_folder_remove (pn_test_state_folder);
  g_free (pn_test_state_folder);
}

static inline PnJournal *
pn_test_journal_start (const PnRoot *root)
{
  g_autoptr (GError) error = NULL;
  PnJournal *journal =
      pn_journal_start (pn_test_state_folder, root, NULL, pn_test_assets, NULL, NULL, &error);

  g_assert_no_error (error);
  return journal;
}

static inline char *
pn_test_journal_folder (const PnRoot *root)
{
  return g_build_filename (pn_test_state_folder, "journals", root->document_id, NULL);
}

static inline PnRoot *
pn_test_journal_step (PnJournal *journal, PnRoot *root, const char *name)
{
  g_autoptr (GError) error = NULL;
  PnRoot *next = pn_test_root_rename (root, 0, name);

  pn_journal_catch_up (journal, next, &error);
  g_assert_no_error (error);
  pn_node_unref (root);
  return next;
}

static inline void
pn_test_journal_assert_resumes (const PnRoot *root, gsize n_dropped_expected)
{
  g_autofree char *path = pn_test_journal_folder (root);
  g_autoptr (GError) error = NULL;
  g_autoptr (PnRoot) found = NULL;
  gsize n_dropped = 99;
  PnJournal *journal = pn_journal_resume (path, &found, NULL, NULL, &n_dropped, &error);

  g_assert_no_error (error);
  pn_test_assert_roots_equal (found, root);
  g_assert_cmpuint (n_dropped, ==, n_dropped_expected);
  pn_journal_close (journal, PN_JOURNAL_KEEP);
}

static inline void
pn_test_journal_discard (const PnRoot *root)
{
  g_autofree char *path = pn_test_journal_folder (root);
  g_autoptr (GError) error = NULL;

  pn_journal_discard (path, &error);
  g_assert_no_error (error);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
}
