/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n-lib.h>

#include "pn-command-list.h"

static void
undo (gpointer editor)
{
  pn_editor_undo (editor);
}

static gboolean
can_undo (gpointer editor)
{
  return pn_history_can_undo (pn_editor_get_history (editor));
}

static void
redo (gpointer editor)
{
  pn_editor_redo (editor);
}

static gboolean
can_redo (gpointer editor)
{
  return pn_history_can_redo (pn_editor_get_history (editor));
}

const PnCommandEntry pn_commands_edit[] = {
    {
        .name = "undo",
        .label = N_ ("Undo"),
        .accels = "<Control>z",
        .group = N_ ("Edit"),
        .run = undo,
        .is_enabled = can_undo,
        .needs = N_ ("Nothing was done yet."),
    },
    {
        .name = "redo",
        .label = N_ ("Redo"),
        .accels = "<Control><Shift>z <Control>y",
        .group = N_ ("Edit"),
        .run = redo,
        .is_enabled = can_redo,
        .needs = N_ ("Nothing was undone."),
    },
    {0},
};
