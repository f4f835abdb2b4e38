/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <glib/gstdio.h>
#include <stdio.h>

/* A fresh folder, and what is in it. */

static inline char *
pn_test_folder_new (void)
{
  GError *error = NULL;
  char *folder = g_dir_make_tmp ("pantin-test-XXXXXX", &error);

  g_assert_no_error (error);
  return folder;
}

static inline void
pn_test_folder_remove (const char *path)
{
  GDir *dir = g_file_test (path, G_FILE_TEST_IS_SYMLINK) ? NULL : g_dir_open (path, 0, NULL);

  if (dir != NULL) {
    const char *name;

    while ((name = g_dir_read_name (dir)) != NULL) {
      char *child = g_build_filename (path, name, NULL);

      pn_test_folder_remove (child);
      g_free (child);
    }
    g_dir_close (dir);
  }
  g_assert_cmpint (g_remove (path), ==, 0);
}

/* A new file in the place of an old one, without the sync that GLib makes when it replaces one. */
static inline void
pn_test_write_file (const char *path, gconstpointer data, gsize n_bytes)
{
  FILE *file;

  g_remove (path);
  file = g_fopen (path, "wb");
  g_assert_nonnull (file);
  g_assert_cmpuint (fwrite (data, 1, n_bytes, file), ==, n_bytes);
  g_assert_cmpint (fclose (file), ==, 0);
}

static inline int
pn_test_compare_names (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (*(const char *const *)a, *(const char *const *)b);
}

/* Names in alphabetical order, hidden ones too, joined by spaces. */
static inline char *
pn_test_folder_list (const char *path)
{
  GDir *dir = g_dir_open (path, 0, NULL);
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  const char *name;
  char *list;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    g_ptr_array_add (names, g_strdup (name));
  g_dir_close (dir);
  g_ptr_array_sort (names, pn_test_compare_names);
  g_ptr_array_add (names, NULL);
  list = g_strjoinv (" ", (char **)names->pdata);
  g_ptr_array_unref (names);
  return list;
}
