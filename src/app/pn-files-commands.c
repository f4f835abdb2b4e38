/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-files-private.h"

#include <glib/gi18n-lib.h>

#include "pn-new-dialog.h"

/* The commands of files and windows. */

static void
new_chosen_cb (gpointer data, PnRoot *root)
{
  pn_application_new_document (pn_files_get_application (data),
                               PN_WINDOW (pn_files_get_window (data)), root);
}

static void
new_cb (gpointer data)
{
  pn_new_dialog_show (pn_files_get_window (data), new_chosen_cb, data);
}

static void
open_cb (gpointer data)
{
  pn_files_choose_to_open (data);
}

static void
open_sample_cb (gpointer data)
{
  pn_application_open_sample (pn_files_get_application (data),
                              PN_WINDOW (pn_files_get_window (data)));
}

static void
add_picture_cb (gpointer data)
{
  pn_files_choose_pictures (data);
}

static void
paste_cb (gpointer data)
{
  pn_files_paste (data);
}

static gboolean
can_paste (gpointer data)
{
  return ((const PnFiles *)data)->can_paste;
}

static void
save_cb (gpointer data)
{
  pn_files_save (data);
}

static void
save_as_cb (gpointer data)
{
  pn_files_save_as (data);
}

static void
export_cb (gpointer data)
{
  pn_files_export (data);
}

static void
recover_cb (gpointer data)
{
  pn_application_show_left (pn_files_get_application (data),
                            PN_WINDOW (pn_files_get_window (data)));
}

static void
close_cb (gpointer data)
{
  gtk_window_close (pn_files_get_window (data));
}

static void
quit_cb (gpointer data)
{
  pn_application_quit (pn_files_get_application (data));
}

const PnCommandEntry pn_commands_files[] = {
    {.name = "new",
     .label = N_ ("New…"),
     .accels = "<Control>n",
     .group = N_ ("File"),
     .keywords = N_ ("document canvas size"),
     .run = new_cb},
    {.name = "open",
     .label = N_ ("Open…"),
     .accels = "<Control>o",
     .group = N_ ("File"),
     .keywords = N_ ("document picture load file"),
     .run = open_cb},
    {.name = "open-sample",
     .label = N_ ("Open the Sample"),
     .group = N_ ("File"),
     .keywords = N_ ("example try figure jumping jack"),
     .run = open_sample_cb},
    {.name = "add-picture",
     .label = N_ ("Add Pictures…"),
     .group = N_ ("File"),
     .keywords = N_ ("import image layer png"),
     .run = add_picture_cb},
    {.name = "paste",
     .label = N_ ("Paste Picture"),
     .accels = "<Control>v",
     .group = N_ ("File"),
     .keywords = N_ ("clipboard image layer"),
     .run = paste_cb,
     .is_enabled = can_paste,
     .needs = N_ ("Copy a picture first, or a file of one.")},
    {.name = "save",
     .label = N_ ("Save"),
     .accels = "<Control>s",
     .group = N_ ("File"),
     .keywords = N_ ("document write"),
     .run = save_cb},
    {.name = "save-as",
     .label = N_ ("Save As…"),
     .accels = "<Control><Shift>s",
     .group = N_ ("File"),
     .keywords = N_ ("document copy name"),
     .run = save_as_cb},
    {.name = "export",
     .label = N_ ("Export…"),
     .accels = "<Control>e",
     .group = N_ ("File"),
     .keywords = N_ ("render film movie video gif png sequence"),
     .run = export_cb},
    {.name = "recover",
     .label = N_ ("Unsaved Work…"),
     .group = N_ ("File"),
     .keywords = N_ ("recover journal crash lost"),
     .run = recover_cb},
    {.name = "close",
     .label = N_ ("Close Window"),
     .accels = "<Control>w",
     .group = N_ ("File"),
     .run = close_cb},
    {.name = "quit",
     .label = N_ ("Quit"),
     .accels = "<Control>q",
     .group = N_ ("File"),
     .keywords = N_ ("exit"),
     .run = quit_cb},
    {NULL},
};
