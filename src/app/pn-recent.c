/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-recent.h"

#include "pn-config.h"
#include "pn-file-kind.h"

#define MENU_LENGTH 8

void
pn_recent_add (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *uri = g_file_get_uri (file);
  GtkRecentData data = {
      .mime_type =
          (char *)(pn_file_kind (path) == PN_FILE_PICTURE ? "image/png" : "application/x-pantin"),
      .app_name = (char *)g_get_application_name (),
      .app_exec = (char *)"pantin %u",
  };

  gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri, &data);
}

static void
recent_free (gpointer data)
{
  PnRecent *recent = data;

  g_free (recent->uri);
  g_free (recent->name);
  g_free (recent);
}

static int
compare_cb (gconstpointer a, gconstpointer b)
{
  return g_date_time_compare (gtk_recent_info_get_modified ((GtkRecentInfo *)b),
                              gtk_recent_info_get_modified ((GtkRecentInfo *)a));
}

GPtrArray *
pn_recent_list (guint n_max)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (recent_free);
  GList *items = gtk_recent_manager_get_items (gtk_recent_manager_get_default ());

  items = g_list_sort (items, compare_cb);
  for (GList *item = items; item != NULL && list->len < n_max; item = item->next) {
    GtkRecentInfo *info = item->data;
    if (!gtk_recent_info_has_application (info, g_get_application_name ()) ||
        !gtk_recent_info_is_local (info) || !gtk_recent_info_exists (info))
      continue;
    PnRecent *recent = g_new0 (PnRecent, 1);
    recent->uri = g_strdup (gtk_recent_info_get_uri (info));
    recent->name = g_strdup (gtk_recent_info_get_display_name (info));
    g_ptr_array_add (list, recent);
  }
  g_list_free_full (items, (GDestroyNotify)gtk_recent_info_unref);
  return list;
}

static void
fill_menu (GMenu *menu)
{
  g_autoptr (GPtrArray) list = pn_recent_list (MENU_LENGTH);

  g_menu_remove_all (menu);
  for (guint i = 0; i < list->len; i++) {
    const PnRecent *recent = g_ptr_array_index (list, i);
    /* An underscore in a name is no mnemonic. */
    g_auto (GStrv) parts = g_strsplit (recent->name, "_", -1);
    g_autofree char *label = g_strjoinv ("__", parts);
    g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);
    g_menu_item_set_action_and_target (item, "win." PN_RECENT_ACTION, "s", recent->uri);
    g_menu_append_item (menu, item);
  }
}

GMenu *
pn_recent_menu_new (void)
{
  GMenu *menu = g_menu_new ();

  fill_menu (menu);
  g_signal_connect_object (gtk_recent_manager_get_default (), "changed", G_CALLBACK (fill_menu),
                           menu, G_CONNECT_SWAPPED);
  return menu;
}
