/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-readback-private.h"
#include "pn-renderer.h"

/* As pn_renderer_render(), but the pixels stay in a mapped buffer of the device or in a shared image,
 * as `whole` asks for, which is made or grown where it must be: premultiplied, and half floats where the depth is 16. `whole` is zeroed, or
 * of an earlier call, even on a device that was lost since; nobody reads from it meanwhile. */
gboolean pn_renderer_render_whole (PnRenderer *self,
                                   PnFrame *frame,
                                   const PnRenderTarget *target,
                                   PnGpuWhole *whole,
                                   GError **error);
