/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#define PN_IO_ERROR (pn_io_error_quark ())
GQuark pn_io_error_quark (void);

typedef enum {
  PN_IO_ERROR_FORMAT,      /* not what it should be, or broken; the message says where */
  PN_IO_ERROR_LIMIT,       /* larger than the limits allow */
  PN_IO_ERROR_UNSUPPORTED, /* no encoder here, no such format */
  PN_IO_ERROR_WRITE,
  PN_IO_ERROR_CANCELLED,
  PN_IO_ERROR_READ, /* the file itself: missing, a folder, no permission */
  PN_IO_ERROR_MEMORY,
} PnIoError;
