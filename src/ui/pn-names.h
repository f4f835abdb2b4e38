/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-session.h"

/* What a document is called, and how it stands, in words. Main thread. */

#define PN_DOCUMENT_SUFFIX ".pantin"

/* "hero.pantin", or, where it has no file yet, what its rear-most layer is called. (transfer full)
 */
char *pn_session_describe_name (PnSession *session);
/* That without the suffix: what a copy or a film of it would be called. (transfer full) */
char *pn_session_suggest_name (PnSession *session);
/* Whether all of it is in its file, or kept safe otherwise. (transfer full) */
char *pn_session_describe_state (PnSession *session);
