/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <errno.h>
#include <glib.h>
#include <grp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Parts of a test that run in a process of their own: to be killed, or to be somebody else. */

typedef void (*PnTestChild) (gpointer user_data);

/* Forks; the child runs `run` and ends well. No thread but the caller's lives on in it. */
static inline pid_t
pn_test_child_start (PnTestChild run, gpointer user_data)
{
  pid_t pid = fork ();

  g_assert_cmpint (pid, >=, 0);
  if (pid == 0) {
    prctl (PR_SET_PDEATHSIG, SIGKILL);
    run (user_data);
    _exit (0);
  }
  return pid;
}

static inline int
pn_test_child_wait (pid_t pid)
{
  int status = 0;

  while (waitpid (pid, &status, 0) < 0)
    g_assert_cmpint (errno, ==, EINTR);
  return status;
}

static inline void
pn_test_child_succeeds (PnTestChild run, gpointer user_data)
{
  int status = pn_test_child_wait (pn_test_child_start (run, user_data));

  g_assert_true (WIFEXITED (status));
  g_assert_cmpint (WEXITSTATUS (status), ==, 0);
}

/* For a child: an ordinary user from here on, whom permissions bind. */
static inline void
pn_test_become_nobody (void)
{
  if (geteuid () != 0)
    return;
  g_assert_cmpint (setgroups (0, NULL), ==, 0);
  g_assert_cmpint (setgid (65534), ==, 0);
  g_assert_cmpint (setuid (65534), ==, 0);
}
