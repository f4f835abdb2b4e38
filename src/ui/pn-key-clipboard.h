/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-timeline-model.h"

/* Keys by way of the desktop's clipboard, so that they go from one window or document to another. */
#define PN_KEY_CLIPBOARD_TYPE "application/x-pantin-keys+json"

/* The selected ones. FALSE: there are none. */
gboolean pn_key_clipboard_copy (PnTimelineModel *model);
/* At the playhead, when the clipboard's owner has answered. */
void pn_key_clipboard_paste (PnTimelineModel *model);
