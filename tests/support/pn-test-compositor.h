/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>
#include <string.h>

/* A client in the compositor of tests/wayland: told what happens to it, heard by the lines that it
 * writes. */
typedef struct {
  GSubprocess *process;
  GDataInputStream *answers, *client;
} PnTestCompositor;

/* `client` ends with NULL; its window fills a screen of that size, "800x600". */
static inline void
pn_test_compositor_init (PnTestCompositor *self, const char *size, const char *const *client)
{
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE |
                                 G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr (GError) error = NULL;

  g_strv_builder_add_many (builder, g_getenv ("PANTIN_COMPOSITOR"), "--size", size, "--", NULL);
  g_strv_builder_addv (builder, (const char **)client);
  g_auto (GStrv) argv = g_strv_builder_end (builder);
  g_subprocess_launcher_setenv (launcher, "GTK_A11Y", "none", TRUE);
  self->process = g_subprocess_launcher_spawnv (launcher, (const char *const *)argv, &error);
  g_assert_no_error (error);
  self->answers = g_data_input_stream_new (g_subprocess_get_stdout_pipe (self->process));
  self->client = g_data_input_stream_new (g_subprocess_get_stderr_pipe (self->process));
}

/* After the client was asked to end. */
static inline void
pn_test_compositor_clear (PnTestCompositor *self)
{
  g_autoptr (GError) error = NULL;

  g_subprocess_wait (self->process, NULL, &error);
  g_assert_no_error (error);
  g_object_unref (self->answers);
  g_object_unref (self->client);
  g_object_unref (self->process);
}

/* A line, and its answer. (transfer full) */
static inline char *
pn_test_compositor_tell (PnTestCompositor *self, const char *line)
{
  GOutputStream *input = g_subprocess_get_stdin_pipe (self->process);
  g_autofree char *text = g_strconcat (line, "\n", NULL);
  g_autoptr (GError) error = NULL;
  char *reply;

  g_output_stream_write_all (input, text, strlen (text), NULL, NULL, &error);
  g_assert_no_error (error);
  g_output_stream_flush (input, NULL, NULL);
  reply = g_data_input_stream_read_line (self->answers, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (reply);
  return reply;
}

/* Lines that go well, the last argument NULL. */
static inline void G_GNUC_NULL_TERMINATED
pn_test_compositor_say (PnTestCompositor *self, const char *line, ...)
{
  va_list arguments;

  va_start (arguments, line);
  for (; line != NULL; line = va_arg (arguments, const char *)) {
    g_autofree char *reply = pn_test_compositor_tell (self, line);

    if (!g_str_has_prefix (reply, "ok"))
      g_error ("%s", reply);
  }
  va_end (arguments);
}

/* The next line that the client says. GTK 4.24 puts in some about the clock of its frames, with an
 * empty one before. (transfer full) */
static inline char *
pn_test_compositor_hear (PnTestCompositor *self)
{
  g_autoptr (GError) error = NULL;
  char *line;

  for (;;) {
    line = g_data_input_stream_read_line (self->client, NULL, NULL, &error);
    g_assert_no_error (error);
    if (line == NULL || (line[0] != '\0' && strstr (line, "gdk_frame_timings_") == NULL))
      return line;
    g_free (line);
  }
}

static inline void
pn_test_compositor_hears (PnTestCompositor *self, const char *expected)
{
  g_autofree char *line = pn_test_compositor_hear (self);

  g_assert_cmpstr (line, ==, expected);
}

/* The next line, which is about a motion: GTK tells with it the axes of the motion before, and newer
 * versions its own. Which of the two this one does is heard once, and holds from then on. */
static inline void
pn_test_compositor_hears_motion (PnTestCompositor *self, const char *before, const char *own)
{
  static enum { UNKNOWN, BEFORE, OWN } tells;
  g_autofree char *line = pn_test_compositor_hear (self);

  if (tells == UNKNOWN)
    tells = g_str_equal (line, own) ? OWN : BEFORE;
  g_assert_cmpstr (line, ==, tells == OWN ? own : before);
}
