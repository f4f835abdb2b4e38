/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Bytes of workspace that pn_bleed needs for a picture of that size. */
gsize pn_bleed_workspace (int width, int height);

/* Gives every wholly clear pixel of an RGBA picture with straight alpha the colour of the artwork
 * about it. Alpha and the pixels that show are untouched; a picture without any stays as it is. */
void pn_bleed (guint8 *rgba, gsize stride, int width, int height, guint8 *workspace);
