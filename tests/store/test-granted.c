/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Places as a sandbox sees them: names, since the portal's file system is the Flatpak's own test. */

#include "pn-granted.h"

#include "pn-config.h"

static char *
portal (const char *rest)
{
  return g_build_filename (g_get_user_runtime_dir (), "doc", rest, NULL);
}

static void
assert_takes_files (const char *rest, gboolean takes_files)
{
  g_autofree char *path = portal (rest);

  g_assert_cmpint (pn_granted_takes_files (path), ==, takes_files);
}

/* Round a file there is nothing, and in a folder that was granted there is room. */
static void
test_takes_files (void)
{
  assert_takes_files ("f058a20a", FALSE);
  assert_takes_files ("f058a20a/", FALSE);
  assert_takes_files ("f058a20a/Films", TRUE);
  assert_takes_files ("f058a20a/Films/frames", TRUE);
  g_assert_false (pn_granted_takes_files ("/run/flatpak/doc/f058a20a"));
  g_assert_true (pn_granted_takes_files ("/run/flatpak/doc/f058a20a/Films"));
  /* Outside of it any folder is one. */
  g_assert_true (pn_granted_takes_files ("/home/somebody"));
  g_assert_true (pn_granted_takes_files ("/run/flatpak/documents"));
}

static void
test_describe (void)
{
  g_autofree char *plain = pn_granted_describe ("/home/somebody/hero.pantin");
  g_autofree char *path = portal ("f058a20a/hero.pantin");
  g_autofree char *granted = pn_granted_describe (path);

  g_assert_cmpstr (plain, ==, "/home/somebody/hero.pantin");
  /* Where it is, nobody says here: then its name alone, and never the portal's own. */
  g_assert_cmpstr (granted, ==, "hero.pantin");
}

static void
test_sandboxed (void)
{
  g_unsetenv ("FLATPAK_ID");
  g_assert_false (pn_granted_is_sandboxed ());
  g_setenv ("FLATPAK_ID", "org.example.Terminal", TRUE);
  g_assert_false (pn_granted_is_sandboxed ());
  g_setenv ("FLATPAK_ID", PN_APP_ID, TRUE);
  g_assert_true (pn_granted_is_sandboxed ());
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/store/granted/takes-files", test_takes_files);
  g_test_add_func ("/store/granted/describe", test_describe);
  g_test_add_func ("/store/granted/sandboxed", test_sandboxed);
  return g_test_run ();
}
