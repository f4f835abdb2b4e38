/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Reads lines from standard input, carries each out, and answers it by a line on standard output:
 * "ok", "ok VALUE" or "error: LINE: why". A line that waits holds back those after it. */

#include "pn-wl.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/input-event-codes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Without a commit for so long, a picture counts as settled. */
#define SETTLED_MS 120
#define RECORD_MS 100

typedef enum {
  WAIT_NOTHING,
  WAIT_TIME,
  WAIT_WINDOW,
  WAIT_GONE,
  WAIT_PONG,
  WAIT_SETTLED,
} Wait;

struct PnWlCommands {
  PnWl *wl;
  GString *input;
  char *line; /* the one that is carried out */
  Wait wait;
  char *title; /* of the window waited for, or NULL for any */
  guint64 n_commits_seen;
  guint patience_s, n_errors;
  struct wl_event_source *input_source, *timer, *record_timer;
  gint64 deadline_us;
  int record_fd;
};

static void run_lines (PnWlCommands *self);

/* One for the process, which wl->changed has no room for. */
static PnWlCommands *the_commands;

static void
answer (PnWlCommands *self, const char *value)
{
  printf (*value != '\0' ? "ok %s\n" : "ok\n", value);
  fflush (stdout);
}

static void
refuse (PnWlCommands *self, const char *why)
{
  self->n_errors++;
  printf ("error: %s: %s\n", self->line, why);
  fflush (stdout);
}

/* Waiting. */
static gboolean
has_window (PnWl *wl, const char *title)
{
  for (guint i = 0; i < wl->shown->len; i++) {
    PnWlSurface *surface = wl->shown->pdata[i];

    if (surface->toplevel != NULL &&
        (title == NULL || (surface->title != NULL && strstr (surface->title, title) != NULL)))
      return TRUE;
  }
  return FALSE;
}

static gboolean
is_over (PnWlCommands *self)
{
  switch (self->wait) {
  case WAIT_WINDOW:
    return has_window (self->wl, self->title);
  case WAIT_GONE:
    return !has_window (self->wl, self->title);
  case WAIT_PONG:
    return self->wl->pong_serial == self->wl->ping_serial;
  default:
    return FALSE;
  }
}

static void
end_wait (PnWlCommands *self, const char *fault)
{
  self->wait = WAIT_NOTHING;
  wl_event_source_timer_update (self->timer, 0);
  g_clear_pointer (&self->title, g_free);
  if (fault != NULL)
    refuse (self, fault);
  else
    answer (self, "");
  run_lines (self);
}

static void
start_wait (PnWlCommands *self, Wait wait, int ms)
{
  self->wait = wait;
  self->deadline_us = g_get_monotonic_time () + (gint64)self->patience_s * G_USEC_PER_SEC;
  self->n_commits_seen = self->wl->n_commits;
  wl_event_source_timer_update (self->timer, MAX (1, ms));
  if (is_over (self))
    end_wait (self, NULL);
}

static void
changed_cb (PnWl *wl)
{
  if (is_over (the_commands))
    end_wait (the_commands, NULL);
}

static int
timer_cb (void *data)
{
  PnWlCommands *self = data;

  if (self->wait == WAIT_TIME)
    end_wait (self, NULL);
  else if (self->wait != WAIT_SETTLED)
    end_wait (self, "it did not happen in time");
  else if (self->n_commits_seen == self->wl->n_commits)
    end_wait (self, NULL);
  else if (g_get_monotonic_time () > self->deadline_us)
    end_wait (self, "the picture does not come to rest");
  else {
    self->n_commits_seen = self->wl->n_commits;
    wl_event_source_timer_update (self->timer, SETTLED_MS);
  }
  return 0;
}

static int
record_cb (void *data)
{
  PnWlCommands *self = data;

  pn_wl_picture_append (self->wl, self->record_fd);
  wl_event_source_timer_update (self->record_timer, RECORD_MS);
  return 0;
}

/* Arguments. */
static gboolean
read_number (const char *word, double *number)
{
  char *end;

  if (word == NULL)
    return FALSE;
  *number = g_ascii_strtod (word, &end);
  return end != word && *end == '\0';
}

static gboolean
read_place (char **words, double *x, double *y)
{
  return read_number (words[0], x) && read_number (words[0] == NULL ? NULL : words[1], y);
}

/* The commands: each answers NULL, or what is wrong with the line. `wait` says that the answer comes
 * later. */
static const char *
wait_command (PnWlCommands *self, char **words)
{
  gboolean is_gone = words[0] != NULL && g_str_equal (words[0], "gone");

  if (words[0] == NULL || (!is_gone && !g_str_equal (words[0], "window")))
    return "wait for what: window [TITLE] or gone [TITLE]";
  self->title = words[1] != NULL ? g_strjoinv (" ", words + 1) : NULL;
  start_wait (self, is_gone ? WAIT_GONE : WAIT_WINDOW, (int)self->patience_s * 1000);
  return NULL;
}

static const char *
sleep_command (PnWlCommands *self, char **words)
{
  double ms;

  if (!read_number (words[0], &ms) || ms < 0)
    return "for how many milliseconds?";
  start_wait (self, WAIT_TIME, (int)ms);
  return NULL;
}

static const char *
sync_command (PnWlCommands *self, char **words)
{
  if (!pn_wl_shell_ping (self->wl))
    return "no program is connected";
  start_wait (self, WAIT_PONG, (int)self->patience_s * 1000);
  return NULL;
}

static const char *
settle_command (PnWlCommands *self, char **words)
{
  start_wait (self, WAIT_SETTLED, SETTLED_MS);
  return NULL;
}

static const char *
screenshot_command (PnWlCommands *self, char **words)
{
  if (words[0] == NULL)
    return "to which file?";
  if (!pn_wl_picture_write_png (self->wl, words[0]))
    return "the file cannot be written";
  answer (self, "");
  return NULL;
}

static const char *
record_command (PnWlCommands *self, char **words)
{
  if (self->record_fd >= 0)
    close (self->record_fd);
  self->record_fd = -1;
  wl_event_source_timer_update (self->record_timer, 0);
  if (words[0] == NULL)
    return "to which file, or stop?";
  if (!g_str_equal (words[0], "stop")) {
    self->record_fd = open (words[0], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (self->record_fd < 0)
      return g_strerror (errno);
    wl_event_source_timer_update (self->record_timer, RECORD_MS);
  }
  answer (self, "");
  return NULL;
}

static const char *
scale_command (PnWlCommands *self, char **words)
{
  double scale;

  if (!read_number (words[0], &scale) || scale < 1 || scale > 4)
    return "a scale is 1 to 4";
  pn_wl_set_scale (self->wl, scale);
  answer (self, "");
  return NULL;
}

static const char *
resize_command (PnWlCommands *self, char **words)
{
  double width, height;

  if (!read_place (words, &width, &height) || width < 1 || height < 1)
    return "to which width and height?";
  pn_wl_shell_resize (self->wl, (int)width, (int)height);
  answer (self, "");
  return NULL;
}

static const char *
frames_command (PnWlCommands *self, char **words)
{
  if (words[0] == NULL || (!g_str_equal (words[0], "hold") && !g_str_equal (words[0], "go")))
    return "frames can be told to hold, or to go";
  pn_wl_hold_frames (self->wl, g_str_equal (words[0], "hold"));
  answer (self, "");
  return NULL;
}

static const char *
windows_command (PnWlCommands *self, char **words)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < self->wl->shown->len; i++) {
    const PnWlSurface *surface = self->wl->shown->pdata[i];

    g_string_append_printf (text, "%s%s %d %d %d %d scale %.3g \"%s\"", i > 0 ? "; " : "",
                            surface->toplevel != NULL ? "window" : "popup", surface->x, surface->y,
                            surface->window.width, surface->window.height, surface->scale,
                            surface->title != NULL ? surface->title : "");
  }
  answer (self, text->str);
  return NULL;
}

static const char *
close_command (PnWlCommands *self, char **words)
{
  if (!pn_wl_shell_close (self->wl))
    return "there is no window";
  answer (self, "");
  return NULL;
}

static const char *
quit_command (PnWlCommands *self, char **words)
{
  answer (self, "");
  wl_display_terminate (self->wl->display);
  return NULL;
}

static gboolean
read_button (const char *word, guint32 *button)
{
  static const char *const names[] = {"left", "right", "middle"};
  static const guint32 buttons[] = {BTN_LEFT, BTN_RIGHT, BTN_MIDDLE};

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    if (word != NULL && !g_str_equal (word, names[i]))
      continue;
    *button = buttons[i];
    return TRUE;
  }
  return FALSE;
}

static const char *
pointer_command (PnWlCommands *self, char **words)
{
  const char *verb = words[0] != NULL ? words[0] : "";
  gboolean is_down = g_str_equal (verb, "down");
  guint32 button;
  double x, y;

  if (g_str_equal (verb, "move") && read_place (words + 1, &x, &y))
    pn_wl_pointer_move (self->wl, x, y);
  else if (g_str_equal (verb, "scroll") && read_place (words + 1, &x, &y))
    pn_wl_pointer_scroll (self->wl, (int)x, (int)y);
  else if ((is_down || g_str_equal (verb, "up")) && read_button (words[1], &button))
    pn_wl_pointer_button (self->wl, button, is_down);
  else if (g_str_equal (verb, "leave"))
    pn_wl_pointer_leave (self->wl);
  else
    return "a pointer can move X Y, down or up [left|right|middle], scroll X Y and leave";
  answer (self, "");
  return NULL;
}

static const char *
touch_command (PnWlCommands *self, char **words)
{
  static const char *const verbs[] = {"down", "move", "up", "cancel"};
  double id = 0, x = 0, y = 0;
  const char *fault;

  for (guint i = 0; words[0] != NULL && i < G_N_ELEMENTS (verbs); i++) {
    if (!g_str_equal (words[0], verbs[i]))
      continue;
    if (i != PN_WL_TOUCH_CANCEL && !read_number (words[1], &id))
      break;
    if (i <= PN_WL_TOUCH_MOTION && !read_place (words + 2, &x, &y))
      break;
    fault = pn_wl_touch (self->wl, (PnWlTouch)i, (int)id, x, y);
    if (fault == NULL)
      answer (self, "");
    return fault;
  }
  return "a finger can down ID X Y, move ID X Y, up ID and cancel";
}

static const char *
key_command (PnWlCommands *self, char **words)
{
  PnWlKey what = PN_WL_KEY_TAP;

  if (words[0] != NULL && words[1] != NULL) {
    what = g_str_equal (words[0], "down") ? PN_WL_KEY_DOWN : PN_WL_KEY_UP;
    if (what == PN_WL_KEY_UP && !g_str_equal (words[0], "up"))
      return "a key can be tapped, or down, or up";
    words++;
  }
  if (words[0] == NULL || !pn_wl_keyboard_key (self->wl, words[0], what))
    return "a key is named as in ctrl+shift+p, Return, comma";
  answer (self, "");
  return NULL;
}

static const char *
type_command (PnWlCommands *self, char **words)
{
  g_autofree char *text = g_strjoinv (" ", words);

  if (!pn_wl_keyboard_type (self->wl, text))
    return "the US keyboard has no key for one of them";
  answer (self, "");
  return NULL;
}

static const char *
tool_command (PnWlCommands *self, char **words)
{
  const char *fault = pn_wl_tablet_command (self->wl, words);

  if (fault == NULL)
    answer (self, "");
  return fault;
}

static const struct {
  const char *name;
  const char *(*run) (PnWlCommands *self, char **words);
} commands[] = {
    {"close", close_command},     {"frames", frames_command},   {"key", key_command},
    {"pointer", pointer_command}, {"quit", quit_command},       {"record", record_command},
    {"resize", resize_command},   {"scale", scale_command},     {"screenshot", screenshot_command},
    {"settle", settle_command},   {"sleep", sleep_command},     {"sync", sync_command},
    {"tool", tool_command},       {"touch", touch_command},     {"type", type_command},
    {"wait", wait_command},       {"windows", windows_command},
};

static void
run_line (PnWlCommands *self)
{
  g_auto (GStrv) words = g_strsplit_set (self->line, " ", -1);
  const char *fault = "there is no such command";

  if (words[0] == NULL || *words[0] == '#')
    return;
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (g_str_equal (words[0], commands[i].name))
      fault = commands[i].run (self, words + 1);
  if (fault != NULL)
    refuse (self, fault);
}

static void
run_lines (PnWlCommands *self)
{
  char *end;

  while (self->wait == WAIT_NOTHING && (end = strchr (self->input->str, '\n')) != NULL) {
    g_free (self->line);
    self->line = g_strndup (self->input->str, (gsize)(end - self->input->str));
    g_string_erase (self->input, 0, end - self->input->str + 1);
    run_line (self);
  }
  wl_display_flush_clients (self->wl->display);
}

static int
input_cb (int fd, uint32_t mask, void *data)
{
  PnWlCommands *self = data;
  char bytes[4096];
  gssize n = read (fd, bytes, sizeof bytes);

  /* Nobody drives any more. */
  if (n <= 0) {
    wl_display_terminate (self->wl->display);
    return 0;
  }
  g_string_append_len (self->input, bytes, n);
  run_lines (self);
  return 0;
}

PnWlCommands *
pn_wl_commands_new (PnWl *wl, guint patience_s)
{
  PnWlCommands *self = g_new0 (PnWlCommands, 1);

  self->wl = wl;
  self->patience_s = patience_s;
  self->record_fd = -1;
  self->input = g_string_new (NULL);
  self->timer = wl_event_loop_add_timer (wl->loop, timer_cb, self);
  self->record_timer = wl_event_loop_add_timer (wl->loop, record_cb, self);
  self->input_source =
      wl_event_loop_add_fd (wl->loop, STDIN_FILENO, WL_EVENT_READABLE, input_cb, self);
  the_commands = self;
  wl->changed = changed_cb;
  return self;
}

void
pn_wl_commands_free (PnWlCommands *self)
{
  if (self->record_fd >= 0)
    close (self->record_fd);
  wl_event_source_remove (self->input_source);
  wl_event_source_remove (self->timer);
  wl_event_source_remove (self->record_timer);
  g_string_free (self->input, TRUE);
  g_free (self->title);
  g_free (self->line);
  g_free (self);
}

guint
pn_wl_commands_get_n_errors (PnWlCommands *self)
{
  return self->n_errors;
}
