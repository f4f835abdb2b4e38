/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <wayland-server.h>
#include <xkbcommon/xkbcommon.h>

/* A Wayland compositor in memory, for tests: one output that nobody sees, and a seat that does what
 * lines on its standard input say. It shows a program what a real one shows it, a pen with pressure
 * included, without a device and without rights. README says the lines.
 *
 * Places are in the output's logical pixels; a buffer has `scale` times as many, which may be a
 * fraction to a program that knows of those. */
typedef struct PnWl PnWl;
typedef struct PnWlSurface PnWlSurface;
typedef struct PnWlTablet PnWlTablet;

struct PnWlSurface {
  PnWl *wl;
  struct wl_resource *resource;
  /* The role: a toplevel or a popup, once it has one. */
  struct wl_resource *xdg_surface, *toplevel, *popup;
  PnWlSurface *parent;
  char *title;

  /* What the next commit brings. */
  struct wl_resource *buffer;
  struct wl_listener buffer_destroyed;
  gboolean is_attached;
  int pending_scale;
  struct wl_resource *viewport, *fractional; /* (nullable) */
  int pending_width, pending_height;         /* logical, by a viewport; else 0 */
  struct wl_list frame_callbacks; /* resources; called at the next frame after a commit */
  struct wl_list due_callbacks;
  GArray *pending_input; /* of PnWlArea, or NULL for all of the surface */
  gboolean input_is_pending;

  /* What it shows: premultiplied ARGB, as it came. NULL while it is not mapped. */
  guint32 *pixels;
  int width_px, height_px;
  double scale;
  GArray *input;

  /* The part that counts as the window, and where the output shows its origin. */
  struct {
    int x, y, width, height;
  } window;
  int x, y;
  /* What a popup asked for, relative to its parent's window. */
  int place_x, place_y, place_width, place_height;
  gboolean was_configured, wants_keyboard, is_large;
};

/* A rectangle of a region: added to it, or cut out. */
typedef struct {
  int x, y, width, height;
  gboolean is_added;
} PnWlArea;

struct PnWl {
  struct wl_display *display;
  struct wl_event_loop *loop;
  int width, height;
  double scale;
  struct wl_list outputs, wm_bases, pointers, keyboards, touches; /* resources */
  /* Mapped surfaces with a role, bottom to top; and all there are. */
  GPtrArray *shown, *surfaces;

  /* Frames go by while something waits for one, and not while they are held. */
  struct wl_event_source *frame_timer;
  gboolean frame_is_due, frames_are_held;
  guint64 n_commits;

  /* The pointer, the pen and the finger are each over one surface. */
  PnWlSurface *pointer_over, *touch_over, *keyboard_on;
  double pointer_x, pointer_y;
  int n_buttons_down;
  struct xkb_context *xkb_context;
  struct xkb_keymap *keymap;
  struct xkb_state *xkb_state;
  GArray *keys_down; /* of guint32, evdev's codes */
  PnWlTablet *tablet;

  guint32 ping_serial, pong_serial;
  void (*changed) (PnWl *wl); /* a commit or a pong came */
};

/* pn-wl-surface.c */
void pn_wl_surface_init_globals (PnWl *wl);
void pn_wl_resource_unlink_cb (struct wl_resource *resource);
void pn_wl_resource_destroy_cb (struct wl_client *client, struct wl_resource *resource);
/* The topmost surface that takes input there, and the place within it. (nullable) */
PnWlSurface *pn_wl_surface_at (PnWl *wl, double x, double y, double *inside_x, double *inside_y);
void pn_wl_surface_place_inside (const PnWlSurface *surface, double *x, double *y);
/* Where its buffer's corner is, which need not be its window's. */
void pn_wl_surface_get_corner (const PnWlSurface *surface, int *x, int *y);
void pn_wl_hold_frames (PnWl *wl, gboolean hold);
void pn_wl_set_scale (PnWl *wl, double scale);
guint32 pn_wl_now_ms (void);

/* pn-wl-scale.c: fractions, and the viewports they need */
void pn_wl_scale_init_globals (PnWl *wl);
void pn_wl_scale_tell (PnWlSurface *surface);
void pn_wl_scale_forget (PnWlSurface *surface);

/* pn-wl-shell.c */
void pn_wl_shell_init_globals (PnWl *wl);
/* A surface with a role was committed; says whether it may be shown. */
gboolean pn_wl_shell_commit (PnWlSurface *surface);
void pn_wl_shell_mapped (PnWlSurface *surface);
void pn_wl_shell_unmapped (PnWlSurface *surface);
void pn_wl_shell_resize (PnWl *wl, int width, int height);
/* Asks the topmost window to close; FALSE where there is none. */
gboolean pn_wl_shell_close (PnWl *wl);
gboolean pn_wl_shell_ping (PnWl *wl);

/* pn-wl-positioner.c */
typedef struct {
  int width, height;
  PnWlArea anchor_rect;
  guint32 anchor, gravity, adjustment;
  int offset_x, offset_y;
} PnWlPositioner;
void pn_wl_positioner_create (struct wl_client *client, struct wl_resource *base, guint32 id);
/* Places a popup relative to its parent's window, within the output. */
void pn_wl_positioner_place (const PnWlPositioner *positioner, PnWlSurface *popup);

/* pn-wl-data.c */
void pn_wl_data_init_globals (PnWl *wl);

/* pn-wl-seat.c; a button is one of linux/input-event-codes.h */
void pn_wl_seat_init_globals (PnWl *wl);
void pn_wl_pointer_move (PnWl *wl, double x, double y);
void pn_wl_pointer_button (PnWl *wl, guint32 button, gboolean is_down);
void pn_wl_pointer_scroll (PnWl *wl, int x, int y);
void pn_wl_pointer_leave (PnWl *wl);
typedef enum {
  PN_WL_TOUCH_DOWN,
  PN_WL_TOUCH_MOTION,
  PN_WL_TOUCH_UP,
  PN_WL_TOUCH_CANCEL,
} PnWlTouch;
/* NULL, or why not. */
const char *pn_wl_touch (PnWl *wl, PnWlTouch what, int id, double x, double y);
/* The output's windows changed: what the pointer is over, and where keys go. */
void pn_wl_seat_update (PnWl *wl);
void pn_wl_seat_forget (PnWl *wl, PnWlSurface *surface);

/* pn-wl-keyboard.c */
gboolean pn_wl_keyboard_init (PnWl *wl);
void pn_wl_keyboard_clear (PnWl *wl);
void pn_wl_keyboard_add (PnWl *wl, struct wl_resource *keyboard);
void pn_wl_keyboard_focus (PnWl *wl, PnWlSurface *surface);
typedef enum {
  PN_WL_KEY_DOWN = 1,
  PN_WL_KEY_UP = 2,
  PN_WL_KEY_TAP = PN_WL_KEY_DOWN | PN_WL_KEY_UP,
} PnWlKey;
/* "ctrl+shift+p": FALSE where a part is no key. */
gboolean pn_wl_keyboard_key (PnWl *wl, const char *chord, PnWlKey what);
gboolean pn_wl_keyboard_type (PnWl *wl, const char *text);

/* pn-wl-tablet.c; each returns NULL, or why it cannot be */
void pn_wl_tablet_init_globals (PnWl *wl);
void pn_wl_tablet_clear (PnWl *wl);
void pn_wl_tablet_forget (PnWl *wl, PnWlSurface *surface);
const char *pn_wl_tablet_command (PnWl *wl, char **words);
/* Where a tool is, if one is near. */
gboolean pn_wl_tablet_get_place (PnWl *wl, double *x, double *y);

/* pn-wl-picture.c */
gboolean pn_wl_picture_write_png (PnWl *wl, const char *path);
/* Adds one picture to an open file, as PPM. */
void pn_wl_picture_append (PnWl *wl, int fd);

/* pn-wl-commands.c */
typedef struct PnWlCommands PnWlCommands;
PnWlCommands *pn_wl_commands_new (PnWl *wl, guint patience_s);
void pn_wl_commands_free (PnWlCommands *self);
guint pn_wl_commands_get_n_errors (PnWlCommands *self);
