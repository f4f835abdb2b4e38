/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-application.h"

#include "pn-config.h"
#include "pn-style.h"
#include "pn-task-pool.h"
#include "pn-window.h"

struct _PnApplication {
  GtkApplication parent_instance;
  PnTaskPool *pool;
};

G_DEFINE_FINAL_TYPE (PnApplication, pn_application, GTK_TYPE_APPLICATION)

void
pn_application_show (PnApplication *self, PnSession *session)
{
  gtk_window_present (GTK_WINDOW (pn_window_new (GTK_APPLICATION (self), session, self->pool)));
}

static void
pn_application_activate (GApplication *application)
{
  g_autoptr (PnRoot) root = pn_root_new (1920, 1080, 24, 1);
  g_autoptr (PnSession) session = pn_session_new (root, NULL, NULL);
  pn_application_show (PN_APPLICATION (application), session);
}

static void
pn_application_open (GApplication *application, GFile **files, int n_files, const char *hint)
{
  for (int i = 0; i < n_files; i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (PnSession) session = pn_session_open (g_file_peek_path (files[i]), NULL, &error);
    if (session != NULL)
      pn_application_show (PN_APPLICATION (application), session);
    else
      g_printerr ("%s\n", error->message);
  }
}

static void
pn_application_startup (GApplication *application)
{
  G_APPLICATION_CLASS (pn_application_parent_class)->startup (application);
  pn_style_init (gdk_display_get_default ());
  gtk_window_set_default_icon_name (PN_APP_ID);
}

static void
pn_application_finalize (GObject *object)
{
  pn_task_pool_free (PN_APPLICATION (object)->pool);
  G_OBJECT_CLASS (pn_application_parent_class)->finalize (object);
}

static void
pn_application_class_init (PnApplicationClass *class)
{
  G_OBJECT_CLASS (class)->finalize = pn_application_finalize;
  G_APPLICATION_CLASS (class)->startup = pn_application_startup;
  G_APPLICATION_CLASS (class)->activate = pn_application_activate;
  G_APPLICATION_CLASS (class)->open = pn_application_open;
}

static void
pn_application_init (PnApplication *self)
{
  self->pool = pn_task_pool_new (pn_task_pool_default_workers ());
}

PnApplication *
pn_application_new (void)
{
  return g_object_new (PN_TYPE_APPLICATION, "application-id", PN_APP_ID, "flags",
                       G_APPLICATION_HANDLES_OPEN, NULL);
}
