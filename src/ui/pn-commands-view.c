/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n-lib.h>

#include "pn-command-list.h"

static void
take_tool (gpointer editor, PnViewTool tool)
{
  pn_view_set_tool (pn_editor_get_view (editor), tool);
}

static gboolean
has_tool (gpointer editor, PnViewTool tool)
{
  return pn_view_get_tool (pn_editor_get_view (editor)) == tool;
}

static void
take_select_tool (gpointer editor)
{
  take_tool (editor, PN_VIEW_TOOL_SELECT);
}

static gboolean
has_select_tool (gpointer editor)
{
  return has_tool (editor, PN_VIEW_TOOL_SELECT);
}

static void
take_puppet_tool (gpointer editor)
{
  take_tool (editor, PN_VIEW_TOOL_PUPPET);
}

static gboolean
has_puppet_tool (gpointer editor)
{
  return has_tool (editor, PN_VIEW_TOOL_PUPPET);
}

const PnCommandEntry pn_commands_view[] = {
    {
        .name = "tool-select",
        .label = N_ ("Select"),
        .accels = "v",
        .group = N_ ("Tools"),
        .run = take_select_tool,
        .is_on = has_select_tool,
    },
    {
        .name = "tool-puppet",
        .label = N_ ("Puppet Pins"),
        .accels = "p <Control>p",
        .group = N_ ("Tools"),
        .run = take_puppet_tool,
        .is_on = has_puppet_tool,
    },
    {0},
};
