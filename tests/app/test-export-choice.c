/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What an export dialog begins with, and what comes of it. */

#include "pn-export-choice.h"

#include "pn-config.h"
#include "pn-settings.h"
#include "pn-test-session.h"

typedef struct {
  PnTestSession base;
  PnExportChoice choice;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  static const char *const keys[] = {"export-format",     "export-scale", "export-depth",
                                     "export-background", "export-color", "export-folder"};

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    g_settings_reset (pn_settings_get (), keys[i]);
  pn_test_session_init (&self->base, 300, 240);
  g_settings_set_string (pn_settings_get (), "export-folder", self->base.folder);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  pn_export_choice_clear (&self->choice);
  pn_test_session_clear (&self->base);
}

static void
make_file (Fixture *self, const char *name)
{
  g_autofree char *path = g_build_filename (self->base.folder, name, NULL);

  pn_test_write_file (path, "x", 1);
}

/* All of the document, to a name that is free. */
static void
test_start (Fixture *self, gconstpointer data)
{
  g_autoptr (JsonNode) longer = pn_test_run (&self->base, "{'op': 'set_document', 'duration': 30}");

  make_file (self, "Untitled.webm");
  make_file (self, "Untitled-2.webm");
  pn_export_choice_init (&self->choice, self->base.session);
  g_assert_cmpint (self->choice.format, ==, PN_EXPORT_WEBM);
  g_assert_cmpint (self->choice.first_frame, ==, 0);
  g_assert_cmpint (self->choice.last_frame, ==, 29);
  g_assert_cmpstr (self->choice.folder, ==, self->base.folder);
  g_assert_cmpstr (self->choice.name, ==, "Untitled-3.webm");

  pn_export_choice_set_format (&self->choice, PN_EXPORT_GIF, self->base.session);
  g_assert_cmpstr (self->choice.name, ==, "Untitled.gif");
  pn_export_choice_set_format (&self->choice, PN_EXPORT_PNG, self->base.session);
  g_assert_cmpstr (self->choice.name, ==, "Untitled");
}

/* A name as a document has it, or a layer, is one that a file can have. */
static void
test_name (Fixture *self, gconstpointer data)
{
  g_autofree char *picture =
      pn_test_draw (self->base.folder, "figure.png", 300, 240, pn_test_figure_pixel);
  g_autoptr (JsonNode) image =
      pn_test_run (&self->base, "{'op': 'add_image', 'path': '%s', 'name': 'arm/left'}", picture);

  pn_export_choice_init (&self->choice, self->base.session);
  g_assert_cmpstr (self->choice.name, ==, "arm-left.webm");
  pn_export_choice_clear (&self->choice);

  g_autofree char *path = g_build_filename (self->base.folder, "hero 100%.pantin", NULL);
  g_assert_true (pn_session_save (self->base.session, path, NULL, PN_SAVE_REFUSE_NEWER, NULL));
  pn_export_choice_init (&self->choice, self->base.session);
  g_assert_cmpstr (self->choice.name, ==, "hero 100%.webm");
}

/* The next export is like the last one. */
static void
test_remembered (Fixture *self, gconstpointer data)
{
  g_autofree char *folder = g_build_filename (self->base.folder, "films", NULL);
  g_autofree char *path = g_build_filename (folder, "a.gif", NULL);

  pn_export_choice_init (&self->choice, self->base.session);
  self->choice.format = PN_EXPORT_GIF;
  self->choice.scale = 0.5;
  self->choice.depth = PN_DEPTH_16;
  self->choice.on = PN_EXPORT_ON_COLOR;
  self->choice.color[1] = 0x20;
  pn_export_choice_set_path (&self->choice, path);
  g_assert_cmpstr (self->choice.folder, ==, folder);
  pn_export_choice_remember (&self->choice);
  pn_export_choice_clear (&self->choice);

  /* The folder is not there: beside the document, or at home. */
  pn_export_choice_init (&self->choice, self->base.session);
  g_assert_cmpstr (self->choice.folder, !=, folder);
  pn_export_choice_clear (&self->choice);
  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  pn_export_choice_init (&self->choice, self->base.session);
  g_assert_cmpstr (self->choice.folder, ==, folder);
  g_assert_cmpint (self->choice.format, ==, PN_EXPORT_GIF);
  g_assert_cmpfloat_with_epsilon (self->choice.scale, 0.5, 1e-12);
  g_assert_cmpint (self->choice.depth, ==, PN_DEPTH_16);
  g_assert_cmpint (self->choice.on, ==, PN_EXPORT_ON_COLOR);
  g_assert_cmpint (self->choice.color[0], ==, 0xff);
  g_assert_cmpint (self->choice.color[1], ==, 0x20);
}

/* A sandbox has no folder until one was granted, and a file that was granted is no folder for others. */
static void
test_sandbox (Fixture *self, gconstpointer data)
{
  g_autofree char *lone =
      g_build_filename (g_get_user_runtime_dir (), "doc", "f058a20a", "film.webm", NULL);

  g_settings_reset (pn_settings_get (), "export-folder");
  g_setenv ("FLATPAK_ID", PN_APP_ID, TRUE);
  pn_export_choice_init (&self->choice, self->base.session);
  g_assert_null (self->choice.folder);
  g_assert_null (pn_export_choice_get_path (&self->choice));
  g_assert_cmpstr (self->choice.name, ==, "Untitled.webm");

  pn_export_choice_set_path (&self->choice, lone);
  g_autofree char *path = pn_export_choice_get_path (&self->choice);
  g_assert_cmpstr (path, ==, lone);
  pn_export_choice_remember (&self->choice);
  g_autofree char *kept = g_settings_get_string (pn_settings_get (), "export-folder");
  g_assert_cmpstr (kept, ==, "");
  pn_export_choice_set_format (&self->choice, PN_EXPORT_GIF, self->base.session);
  g_assert_null (pn_export_choice_get_path (&self->choice));

  make_file (self, "Untitled.gif");
  pn_export_choice_set_folder (&self->choice, self->base.folder, self->base.session);
  g_assert_cmpstr (self->choice.folder, ==, self->base.folder);
  g_assert_cmpstr (self->choice.name, ==, "Untitled-2.gif");
  pn_export_choice_remember (&self->choice);
  g_autofree char *granted = g_settings_get_string (pn_settings_get (), "export-folder");
  g_assert_cmpstr (granted, ==, self->base.folder);
  g_unsetenv ("FLATPAK_ID");
}

static void
test_job (Fixture *self, gconstpointer data)
{
  g_autoptr (JsonNode) color =
      pn_test_run (&self->base, "{'op': 'set_document', 'background': '#102030'}");
  const PnRoot *root = pn_session_get_root (self->base.session);

  pn_export_choice_init (&self->choice, self->base.session);
  self->choice.scale = 0.01;
  self->choice.depth = PN_DEPTH_16;
  PnExportJob job = pn_export_choice_make_job (&self->choice, root, "path", "name");
  g_assert_cmpint (job.width, ==, 3);
  g_assert_cmpint (job.height, ==, 2);
  g_assert_true (job.has_background);
  g_assert_cmpint (job.background[2], ==, 0x30);
  /* A film has 8 bits: that is no news to be told each time. */
  g_assert_cmpint (job.depth, ==, PN_DEPTH_8);

  self->choice.format = PN_EXPORT_PNG;
  self->choice.on = PN_EXPORT_ON_NONE;
  job = pn_export_choice_make_job (&self->choice, root, "path", "name");
  g_assert_cmpint (job.depth, ==, PN_DEPTH_16);
  g_assert_false (job.has_background);

  self->choice.on = PN_EXPORT_ON_COLOR;
  job = pn_export_choice_make_job (&self->choice, root, "path", "name");
  g_assert_true (job.has_background);
  g_assert_cmpint (job.background[2], ==, 0xff);
}

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/app/export-choice/start", test_start);
  ADD ("/app/export-choice/name", test_name);
  ADD ("/app/export-choice/remembered", test_remembered);
  ADD ("/app/export-choice/sandbox", test_sandbox);
  ADD ("/app/export-choice/job", test_job);
  return g_test_run ();
}
