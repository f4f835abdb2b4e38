/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pn-journal-folder-private.h"
#include "pn-journal-replay-private.h"
#include "pn-journal.h"

void
pn_recovery_free (PnRecovery *recovery)
{
  g_free (recovery->document_id);
  g_free (recovery->path);
  g_free (recovery->name);
  g_free (recovery->folder);
  g_free (recovery);
}

/* What is in a document without a file says more than a number. */
static char *
find_name (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, PN_JOURNAL_FILE, NULL);
  int fd = openat (AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
  PnJournalReplay replay;
  char *name = NULL;

  if (fd < 0)
    return NULL;
  if (pn_journal_replay (&replay, fd, folder, NULL)) {
    if (replay.root->layers.n_items > 0)
      name = g_strdup (((const PnLayer *)replay.root->layers.items[0])->name);
    pn_journal_replay_clear (&replay);
  }
  close (fd);
  return name;
}

/* A journal that is damaged from its beginning is listed too: only the user may throw it away. */
static PnRecovery *
describe (const char *folder)
{
  PnRecovery *recovery = g_new0 (PnRecovery, 1);
  PnJournalInfo info = {0};
  g_autofree char *path = g_build_filename (folder, PN_JOURNAL_FILE, NULL);
  struct stat status;

  recovery->folder = g_strdup (folder);
  if (pn_journal_read_info (folder, &info, NULL)) {
    recovery->document_id = g_strdup (info.document_id);
    recovery->path = g_strdup (info.path);
    pn_journal_info_clear (&info);
  } else
    recovery->document_id = g_path_get_basename (folder);
  if (recovery->path == NULL)
    recovery->name = find_name (folder);
  if (stat (path, &status) == 0)
    recovery->modified_usec =
        (gint64)status.st_mtim.tv_sec * G_USEC_PER_SEC + status.st_mtim.tv_nsec / 1000;
  return recovery;
}

/* A folder without a journal is what a killed start or a killed removal left, and a journal of
 * nothing is what was killed while nobody worked. */
static gboolean
is_worth_keeping (const char *folder)
{
  return pn_journal_folder_has_journal (folder) && !pn_journal_holds_nothing (folder);
}

static void
clear_away (const char *folder)
{
  int lock_fd = pn_journal_folder_make (folder, NULL, NULL);

  if (lock_fd < 0)
    return;
  if (!is_worth_keeping (folder))
    pn_journal_folder_remove (folder, NULL);
  close (lock_fd);
}

static int
compare_recoveries_cb (gconstpointer a, gconstpointer b)
{
  const PnRecovery *first = *(const PnRecovery *const *)a;
  const PnRecovery *second = *(const PnRecovery *const *)b;

  if (first->modified_usec != second->modified_usec)
    return first->modified_usec < second->modified_usec ? 1 : -1;
  return strcmp (first->folder, second->folder);
}

GPtrArray *
pn_journal_list_left (const char *state_folder)
{
  GPtrArray *left = g_ptr_array_new_with_free_func ((GDestroyNotify)pn_recovery_free);
  g_autofree char *all = pn_journal_folder_get_all (state_folder);
  g_autoptr (GDir) dir = g_dir_open (all, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *folder = g_build_filename (all, name, NULL);

    if (!g_file_test (folder, G_FILE_TEST_IS_DIR) || pn_journal_folder_is_locked (folder))
      continue;
    if (is_worth_keeping (folder))
      g_ptr_array_add (left, describe (folder));
    else
      clear_away (folder);
  }
  g_ptr_array_sort (left, compare_recoveries_cb);
  return left;
}

gboolean
pn_journal_discard (const char *folder, GError **error)
{
  int lock_fd = pn_journal_folder_lock (folder, error);
  gboolean removed;

  if (lock_fd < 0)
    return FALSE;
  removed = pn_journal_folder_remove (folder, error);
  close (lock_fd);
  return removed;
}
