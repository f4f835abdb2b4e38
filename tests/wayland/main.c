/* SPDX-License-Identifier: GPL-3.0-or-later */

/* pantin-compositor [--size WxH] [--scale N] [--patience S] -- PROGRAM [ARGUMENT...]
 *
 * Starts the program in a compositor of its own and does what lines on standard input say (README).
 * Ends with the program and with its exit status; at the end of the input the program is ended. */

#include "pn-wl.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define DEFAULT_PATIENCE_S 20

static int
child_ended_cb (int signal_number, void *data)
{
  PnWl *wl = data;

  wl_display_terminate (wl->display);
  return 0;
}

static pid_t
start_program (char **argv, const char *socket)
{
  pid_t pid = fork ();
  sigset_t none;
  int null;

  if (pid != 0)
    return pid;
  prctl (PR_SET_PDEATHSIG, SIGTERM);
  sigemptyset (&none);
  sigprocmask (SIG_SETMASK, &none, NULL);
  g_setenv ("WAYLAND_DISPLAY", socket, TRUE);
  g_setenv ("GDK_BACKEND", "wayland", TRUE);
  g_unsetenv ("DISPLAY");
  /* The answers to the commands are alone on standard output. */
  dup2 (STDERR_FILENO, STDOUT_FILENO);
  null = open ("/dev/null", O_RDONLY);
  dup2 (null, STDIN_FILENO);
  execvp (argv[0], argv);
  fprintf (stderr, "%s: %s\n", argv[0], g_strerror (errno));
  _exit (127);
}

static int
end_program (pid_t pid)
{
  int status;
  pid_t ended = waitpid (pid, &status, WNOHANG);

  if (ended == 0) {
    kill (pid, SIGTERM);
    ended = waitpid (pid, &status, 0);
    return EXIT_SUCCESS;
  }
  if (ended != pid)
    return EXIT_FAILURE;
  return WIFEXITED (status) ? WEXITSTATUS (status) : 128 + WTERMSIG (status);
}

static void
init (PnWl *wl)
{
  wl->surfaces = g_ptr_array_new ();
  wl->shown = g_ptr_array_new ();
  wl->loop = wl_display_get_event_loop (wl->display);
  wl_display_init_shm (wl->display);
  pn_wl_surface_init_globals (wl);
  pn_wl_scale_init_globals (wl);
  pn_wl_shell_init_globals (wl);
  pn_wl_data_init_globals (wl);
  pn_wl_seat_init_globals (wl);
  pn_wl_tablet_init_globals (wl);
}

static void
clear (PnWl *wl)
{
  wl_display_destroy_clients (wl->display);
  wl_event_source_remove (wl->frame_timer);
  wl_display_destroy (wl->display);
  pn_wl_keyboard_clear (wl);
  pn_wl_tablet_clear (wl);
  g_ptr_array_unref (wl->surfaces);
  g_ptr_array_unref (wl->shown);
}

static int
run (PnWl *wl, char **argv, guint patience_s)
{
  const char *socket = wl_display_add_socket_auto (wl->display);
  struct wl_event_source *ended;
  PnWlCommands *commands;
  guint n_errors;
  pid_t pid;
  int status;

  if (socket == NULL) {
    fprintf (stderr, "No socket could be made in XDG_RUNTIME_DIR.\n");
    return EXIT_FAILURE;
  }
  signal (SIGPIPE, SIG_IGN);
  ended = wl_event_loop_add_signal (wl->loop, SIGCHLD, child_ended_cb, wl);
  commands = pn_wl_commands_new (wl, patience_s);
  pid = start_program (argv, socket);
  wl_display_run (wl->display);
  status = end_program (pid);
  n_errors = pn_wl_commands_get_n_errors (commands);
  pn_wl_commands_free (commands);
  wl_event_source_remove (ended);
  return status == EXIT_SUCCESS && n_errors > 0 ? EXIT_FAILURE : status;
}

int
main (int argc, char **argv)
{
  g_autofree char *size = NULL;
  double scale = 1;
  int patience_s = DEFAULT_PATIENCE_S;
  PnWl wl = {.width = 1440, .height = 900, .scale = 1};
  const GOptionEntry entries[] = {
      {"size", 0, 0, G_OPTION_ARG_STRING, &size, "Of the output, in logical pixels", "WxH"},
      {"scale", 0, 0, G_OPTION_ARG_DOUBLE, &scale, "Pixels of a buffer for each of those", "N"},
      {"patience", 0, 0, G_OPTION_ARG_INT, &patience_s, "How long a line may wait", "SECONDS"},
      G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("-- PROGRAM [ARGUMENT...]");
  g_autoptr (GError) error = NULL;
  int status;

  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_set_strict_posix (context, TRUE);
  if (!g_option_context_parse (context, &argc, &argv, &error)) {
    fprintf (stderr, "%s\n", error->message);
    return 2;
  }
  argv += argc > 1 && g_str_equal (argv[1], "--") ? 2 : 1;
  if (*argv == NULL || !(scale >= 1) || scale > 4 || patience_s < 1 ||
      (size != NULL && sscanf (size, "%dx%d", &wl.width, &wl.height) != 2) || wl.width < 1 ||
      wl.height < 1) {
    fprintf (stderr, "A program, a size such as 1440x900 and a scale of 1 to 4 are wanted.\n");
    return 2;
  }
  wl.scale = scale;
  wl.display = wl_display_create ();
  init (&wl);
  if (!pn_wl_keyboard_init (&wl)) {
    fprintf (stderr, "The US keyboard's layout was not found (xkb-data).\n");
    clear (&wl);
    return EXIT_FAILURE;
  }
  status = run (&wl, argv, (guint)patience_s);
  clear (&wl);
  return status;
}
