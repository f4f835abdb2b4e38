/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-overlay-private.h"

#include "pn-style.h"

static const char *const names[PN_OVERLAY_N_COLORS] = {
    [PN_OVERLAY_PIN_POSITION] = "pn_pin_position",
    [PN_OVERLAY_PIN_UNKNOWN] = "pn_faint",
    [PN_OVERLAY_PIN_RING] = "pn_pin_ring",
    [PN_OVERLAY_PIN_FAULT] = "pn_error",
    [PN_OVERLAY_ACCENT] = "pn_accent",
    [PN_OVERLAY_HALO] = "pn_halo",
    [PN_OVERLAY_MESH] = "pn_mesh",
    [PN_OVERLAY_FLIPPED] = "pn_error",
    [PN_OVERLAY_LABEL] = "pn_float",
    [PN_OVERLAY_LABEL_TEXT] = "pn_text",
    [PN_OVERLAY_EDGE] = "pn_line",
    [PN_OVERLAY_ANIMATING] = "pn_animating",
    [PN_OVERLAY_PREVIEW] = "pn_warning",
    [PN_OVERLAY_RIGGING] = "pn_rigging",
};

void
pn_overlay_look_init (PnOverlayLook *look, GtkWidget *widget)
{
  for (guint i = 0; i < PN_OVERLAY_N_COLORS; i++)
    look->colors[i] = pn_style_get_color (widget, names[i]);
}
