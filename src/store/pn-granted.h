/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* The user's files as a sandbox has them. Its document portal grants one file, or one folder, in a
 * folder that holds nothing else and only that: what is written beside a file there is seen by
 * nobody. Outside a sandbox every answer is the plain one. Any thread. */

/* Whether this program runs in the sandbox of its own Flatpak, where no folder is the user's but those
 * that were granted. */
gboolean pn_granted_is_sandboxed (void);

/* Whether a file may be put into `folder`: it is not the portal's own, round a single file. */
gboolean pn_granted_takes_files (const char *folder);

/* What to call `path`, a file or a folder: where it really is, if the portal tells, else its name
 * alone. (transfer full), UTF-8 */
char *pn_granted_describe (const char *path);
