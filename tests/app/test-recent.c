/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What was opened of late. */

#include "pn-recent.h"

#include "pn-test-folder.h"
#include "pn-test-gtk.h"

static char *folder;

static char *
make_file (const char *name)
{
  char *path = g_build_filename (folder, name, NULL);

  pn_test_write_file (path, "PK\x03\x04", 4);
  return path;
}

static char *
list_names (guint n_max)
{
  g_autoptr (GPtrArray) list = pn_recent_list (n_max);
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < list->len; i++)
    g_string_append_printf (names, "%s ", ((const PnRecent *)g_ptr_array_index (list, i))->name);
  return g_strdup (names->str);
}

static void
wait_for (const char *wanted)
{
  for (;;) {
    g_autofree char *names = list_names (10);
    if (g_str_equal (names, wanted))
      return;
    g_main_context_iteration (NULL, TRUE);
  }
}

/* The newest first, what is gone left out, and an underscore is no mnemonic. */
static void
test_recent (void)
{
  g_autoptr (GMenu) menu = pn_recent_menu_new ();
  g_autofree char *first = make_file ("first.pantin");
  g_autofree char *second = make_file ("a_second.pantin");
  g_autofree char *label = NULL;
  g_autofree char *target = NULL;

  g_assert_cmpint (g_menu_model_get_n_items (G_MENU_MODEL (menu)), ==, 0);
  pn_recent_add (first);
  wait_for ("first.pantin ");
  /* Their times are told to the second. */
  g_usleep (1100000);
  pn_recent_add (second);
  wait_for ("a_second.pantin first.pantin ");
  while (g_menu_model_get_n_items (G_MENU_MODEL (menu)) < 2)
    g_main_context_iteration (NULL, TRUE);
  g_menu_model_get_item_attribute (G_MENU_MODEL (menu), 0, G_MENU_ATTRIBUTE_LABEL, "s", &label);
  g_assert_cmpstr (label, ==, "a__second.pantin");
  g_menu_model_get_item_attribute (G_MENU_MODEL (menu), 0, G_MENU_ATTRIBUTE_TARGET, "s", &target);
  g_assert_true (g_str_has_prefix (target, "file://") &&
                 g_str_has_suffix (target, "a_second.pantin"));
  g_autofree char *one = list_names (1);
  g_assert_cmpstr (one, ==, "a_second.pantin ");

  g_assert_cmpint (g_remove (second), ==, 0);
  g_autofree char *left = list_names (10);
  g_assert_cmpstr (left, ==, "first.pantin ");
}

int
main (int argc, char **argv)
{
  pn_test_gtk_init (&argc, &argv);
  g_set_application_name ("Pantin");
  folder = pn_test_folder_new ();
  g_test_add_func ("/app/recent/recent", test_recent);
  int status = g_test_run ();
  pn_test_folder_remove (folder);
  g_free (folder);
  return status;
}
