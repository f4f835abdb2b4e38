/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A keyboard of the US layout. Keys are named as xkbcommon names them ("Return", "comma", "p"). */

#include "pn-wl.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* XKB counts its codes from 8. */
#define EVDEV_OFFSET 8

gboolean
pn_wl_keyboard_init (PnWl *wl)
{
  const struct xkb_rule_names names = {.rules = "evdev", .model = "pc105", .layout = "us"};

  wl->keys_down = g_array_new (FALSE, FALSE, sizeof (guint32));
  wl->xkb_context = xkb_context_new (XKB_CONTEXT_NO_ENVIRONMENT_NAMES);
  wl->keymap = xkb_keymap_new_from_names (wl->xkb_context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS);
  if (wl->keymap == NULL)
    return FALSE;
  wl->xkb_state = xkb_state_new (wl->keymap);
  return TRUE;
}

void
pn_wl_keyboard_clear (PnWl *wl)
{
  g_clear_pointer (&wl->xkb_state, xkb_state_unref);
  g_clear_pointer (&wl->keymap, xkb_keymap_unref);
  g_clear_pointer (&wl->xkb_context, xkb_context_unref);
  g_clear_pointer (&wl->keys_down, g_array_unref);
}

static void
send_keymap (PnWl *wl, struct wl_resource *keyboard)
{
  char *text = xkb_keymap_get_as_string (wl->keymap, XKB_KEYMAP_FORMAT_TEXT_V1);
  gsize n_bytes = strlen (text) + 1;
  int fd = memfd_create ("keymap", MFD_CLOEXEC);

  if (fd >= 0 && write (fd, text, n_bytes) == (gssize)n_bytes)
    wl_keyboard_send_keymap (keyboard, WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1, fd, (uint32_t)n_bytes);
  if (fd >= 0)
    close (fd);
  free (text);
}

static void
send_modifiers (PnWl *wl, struct wl_resource *keyboard)
{
  wl_keyboard_send_modifiers (
      keyboard, wl_display_next_serial (wl->display),
      xkb_state_serialize_mods (wl->xkb_state, XKB_STATE_MODS_DEPRESSED),
      xkb_state_serialize_mods (wl->xkb_state, XKB_STATE_MODS_LATCHED),
      xkb_state_serialize_mods (wl->xkb_state, XKB_STATE_MODS_LOCKED),
      xkb_state_serialize_layout (wl->xkb_state, XKB_STATE_LAYOUT_EFFECTIVE));
}

static void
send_enter (PnWl *wl, struct wl_resource *keyboard)
{
  struct wl_array keys;

  wl_array_init (&keys);
  for (guint i = 0; i < wl->keys_down->len; i++)
    *(uint32_t *)wl_array_add (&keys, sizeof (uint32_t)) =
        g_array_index (wl->keys_down, guint32, i);
  wl_keyboard_send_enter (keyboard, wl_display_next_serial (wl->display), wl->keyboard_on->resource,
                          &keys);
  wl_array_release (&keys);
  send_modifiers (wl, keyboard);
}

static gboolean
has_focus (PnWl *wl, struct wl_resource *keyboard)
{
  return wl->keyboard_on != NULL &&
         wl_resource_get_client (wl->keyboard_on->resource) == wl_resource_get_client (keyboard);
}

void
pn_wl_keyboard_add (PnWl *wl, struct wl_resource *keyboard)
{
  send_keymap (wl, keyboard);
  /* A key that is held is not repeated: a slow machine would see more of them. */
  if (wl_resource_get_version (keyboard) >= WL_KEYBOARD_REPEAT_INFO_SINCE_VERSION)
    wl_keyboard_send_repeat_info (keyboard, 0, 1000);
  if (has_focus (wl, keyboard))
    send_enter (wl, keyboard);
}

void
pn_wl_keyboard_focus (PnWl *wl, PnWlSurface *surface)
{
  struct wl_resource *keyboard;

  wl_resource_for_each (keyboard, &wl->keyboards) {
    if (has_focus (wl, keyboard))
      wl_keyboard_send_leave (keyboard, wl_display_next_serial (wl->display),
                              wl->keyboard_on->resource);
  }
  wl->keyboard_on = surface;
  wl_resource_for_each (keyboard, &wl->keyboards) {
    if (has_focus (wl, keyboard))
      send_enter (wl, keyboard);
  }
}

static void
note_key (PnWl *wl, guint32 key, gboolean is_down)
{
  for (guint i = 0; i < wl->keys_down->len; i++)
    if (g_array_index (wl->keys_down, guint32, i) == key)
      g_array_remove_index_fast (wl->keys_down, i--);
  if (is_down)
    g_array_append_val (wl->keys_down, key);
}

static void
send_key (PnWl *wl, xkb_keycode_t code, gboolean is_down)
{
  struct wl_resource *keyboard;
  guint32 key = code - EVDEV_OFFSET;
  enum xkb_state_component changed =
      xkb_state_update_key (wl->xkb_state, code, is_down ? XKB_KEY_DOWN : XKB_KEY_UP);

  note_key (wl, key, is_down);
  wl_resource_for_each (keyboard, &wl->keyboards) {
    if (!has_focus (wl, keyboard))
      continue;
    wl_keyboard_send_key (keyboard, wl_display_next_serial (wl->display), pn_wl_now_ms (), key,
                          is_down ? WL_KEYBOARD_KEY_STATE_PRESSED : WL_KEYBOARD_KEY_STATE_RELEASED);
    if (changed != 0)
      send_modifiers (wl, keyboard);
  }
}

/* The key that gives a symbol, and whether Shift is needed for it; 0 where there is none. */
static xkb_keycode_t
find_code (PnWl *wl, xkb_keysym_t symbol, gboolean *needs_shift)
{
  for (int level = 0; level < 2; level++) {
    for (xkb_keycode_t code = xkb_keymap_min_keycode (wl->keymap);
         code <= xkb_keymap_max_keycode (wl->keymap); code++) {
      const xkb_keysym_t *symbols;

      if (xkb_keymap_key_get_syms_by_level (wl->keymap, code, 0, (xkb_level_index_t)level,
                                            &symbols) != 1 ||
          symbols[0] != symbol)
        continue;
      *needs_shift = level == 1;
      return code;
    }
  }
  return 0;
}

static xkb_keysym_t
symbol_of (const char *name)
{
  static const char *const modifiers[][2] = {
      {"ctrl", "Control_L"}, {"shift", "Shift_L"}, {"alt", "Alt_L"}, {"super", "Super_L"}};

  for (guint i = 0; i < G_N_ELEMENTS (modifiers); i++)
    if (g_str_equal (name, modifiers[i][0]))
      return xkb_keysym_from_name (modifiers[i][1], XKB_KEYSYM_NO_FLAGS);
  return xkb_keysym_from_name (name, XKB_KEYSYM_NO_FLAGS);
}

static void
send_codes (PnWl *wl, const GArray *codes, PnWlKey what)
{
  if ((what & PN_WL_KEY_DOWN) != 0)
    for (guint i = 0; i < codes->len; i++)
      send_key (wl, g_array_index (codes, xkb_keycode_t, i), TRUE);
  if ((what & PN_WL_KEY_UP) != 0)
    for (guint i = codes->len; i > 0; i--)
      send_key (wl, g_array_index (codes, xkb_keycode_t, i - 1), FALSE);
}

/* The codes that make a symbol. */
static gboolean
add_codes (PnWl *wl, GArray *codes, xkb_keysym_t symbol)
{
  gboolean needs_shift = FALSE, ignored;
  xkb_keycode_t code = find_code (wl, symbol, &needs_shift);

  if (code == 0)
    return FALSE;
  if (needs_shift) {
    xkb_keycode_t shift = find_code (wl, XKB_KEY_Shift_L, &ignored);

    g_array_append_val (codes, shift);
  }
  g_array_append_val (codes, code);
  return TRUE;
}

gboolean
pn_wl_keyboard_key (PnWl *wl, const char *chord, PnWlKey what)
{
  g_auto (GStrv) names = g_strsplit (chord, "+", -1);
  g_autoptr (GArray) codes = g_array_new (FALSE, FALSE, sizeof (xkb_keycode_t));

  for (guint i = 0; names[i] != NULL; i++)
    if (!add_codes (wl, codes, symbol_of (names[i])))
      return FALSE;
  send_codes (wl, codes, what);
  return TRUE;
}

gboolean
pn_wl_keyboard_type (PnWl *wl, const char *text)
{
  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at)) {
    g_autoptr (GArray) codes = g_array_new (FALSE, FALSE, sizeof (xkb_keycode_t));

    if (!add_codes (wl, codes, xkb_utf32_to_keysym (g_utf8_get_char (at))))
      return FALSE;
    send_codes (wl, codes, PN_WL_KEY_TAP);
  }
  return TRUE;
}
