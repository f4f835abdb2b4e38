/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-granted.h"

#include <string.h>
#include <sys/xattr.h>

#include "pn-config.h"

/* What later versions of the portal's file system say of each thing in it. */
#define HOST_PATH "user.document-portal.host-path"
#define MAX_PATH_BYTES 4096

gboolean
pn_granted_is_sandboxed (void)
{
  /* A terminal may itself be in the sandbox of something else. */
  return g_strcmp0 (g_getenv ("FLATPAK_ID"), PN_APP_ID) == 0;
}

/* What follows the portal's place: "ID", "ID/NAME" and so on. NULL: it is no place of the portal's. */
static const char *
after_portal (const char *path)
{
  g_autofree char *session = g_build_filename (g_get_user_runtime_dir (), "doc/", NULL);
  /* Where the first of these leads. */
  const char *const places[] = {session, "/run/flatpak/doc/"};

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    if (g_str_has_prefix (path, places[i]))
      return path + strlen (places[i]);
  return NULL;
}

gboolean
pn_granted_takes_files (const char *folder)
{
  const char *rest = after_portal (folder);
  const char *slash = rest != NULL ? strchr (rest, '/') : NULL;

  return rest == NULL || (slash != NULL && slash[1] != '\0');
}

char *
pn_granted_describe (const char *path)
{
  char host[MAX_PATH_BYTES + 1];

  if (after_portal (path) == NULL)
    return g_filename_display_name (path);
  ssize_t n_bytes = getxattr (path, HOST_PATH, host, MAX_PATH_BYTES);
  if (n_bytes <= 0)
    return g_filename_display_basename (path);
  host[n_bytes] = '\0';
  return g_filename_display_name (host);
}
