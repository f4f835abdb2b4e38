/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-names.h"

#include <glib/gi18n-lib.h>

static char *
name_of_layer (PnSession *session)
{
  const PnRoot *root = pn_session_get_root (session);

  if (root->layers.n_items == 0)
    return g_strdup (_ ("Untitled"));
  return g_strdup (((const PnLayer *)root->layers.items[0])->name);
}

char *
pn_session_describe_name (PnSession *session)
{
  const char *path = pn_session_get_path (session);

  return path != NULL ? g_filename_display_basename (path) : name_of_layer (session);
}

char *
pn_session_suggest_name (PnSession *session)
{
  g_autofree char *name = pn_session_describe_name (session);

  if (g_str_has_suffix (name, PN_DOCUMENT_SUFFIX))
    name[strlen (name) - strlen (PN_DOCUMENT_SUFFIX)] = '\0';
  /* Layers may be called anything. */
  g_strdelimit (name, G_DIR_SEPARATOR_S, '-');
  return name[0] != '\0' && name[0] != '.' ? g_steal_pointer (&name) : g_strdup (_ ("Untitled"));
}

char *
pn_session_describe_state (PnSession *session)
{
  gboolean is_saved = pn_history_is_saved (pn_session_get_history (session));

  if (is_saved)
    return g_strdup (pn_session_get_path (session) != NULL ? _ ("Saved") : _ ("New document"));
  return g_strdup (pn_session_is_kept (session) ? _ ("All changes kept") : _ ("Not saved"));
}
