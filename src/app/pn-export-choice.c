/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-export-choice.h"

#include <math.h>
#include <string.h>

#include "pn-field.h"
#include "pn-granted.h"
#include "pn-names.h"
#include "pn-parse.h"
#include "pn-settings.h"

static const char *const ons[] = {
    [PN_EXPORT_ON_DOCUMENT] = "document",
    [PN_EXPORT_ON_NONE] = "none",
    [PN_EXPORT_ON_COLOR] = "color",
};

const char *
pn_export_format_suffix (PnExportFormat format)
{
  static const char *const suffixes[] = {
      [PN_EXPORT_PNG] = "",       [PN_EXPORT_APNG] = ".apng", [PN_EXPORT_GIF] = ".gif",
      [PN_EXPORT_WEBM] = ".webm", [PN_EXPORT_MP4] = ".mp4",
  };

  return suffixes[format];
}

/* --- Where to. */

/* (transfer full) (nullable) */
static char *
find_folder (PnSession *session)
{
  g_autofree char *last = g_settings_get_string (pn_settings_get (), "export-folder");
  const char *path = pn_session_get_path (session);
  g_autofree char *own = path != NULL ? g_path_get_dirname (path) : NULL;
  const char *videos = g_get_user_special_dir (G_USER_DIRECTORY_VIDEOS);

  if (last[0] != '\0' && pn_granted_takes_files (last) && g_file_test (last, G_FILE_TEST_IS_DIR))
    return g_steal_pointer (&last);
  if (own != NULL && pn_granted_takes_files (own))
    return g_steal_pointer (&own);
  /* What is at home there goes with the sandbox. */
  if (pn_granted_is_sandboxed ())
    return NULL;
  return g_strdup (videos != NULL && g_file_test (videos, G_FILE_TEST_IS_DIR) ? videos
                                                                              : g_get_home_dir ());
}

/* "hero.webm", or "hero-2.webm" where that is there already, and so on. */
static void
find_free_name (PnExportChoice *self, PnSession *session)
{
  g_autofree char *base = pn_session_suggest_name (session);
  const char *suffix = pn_export_format_suffix (self->format);

  for (guint i = 1;; i++) {
    g_free (self->name);
    self->name =
        i == 1 ? g_strconcat (base, suffix, NULL) : g_strdup_printf ("%s-%u%s", base, i, suffix);
    g_autofree char *path = pn_export_choice_get_path (self);
    if (path == NULL || !g_file_test (path, G_FILE_TEST_EXISTS))
      return;
  }
}

void
pn_export_choice_set_path (PnExportChoice *self, const char *path)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);

  g_free (self->folder);
  g_free (self->name);
  self->folder = g_path_get_dirname (absolute);
  self->name = g_path_get_basename (absolute);
}

void
pn_export_choice_set_folder (PnExportChoice *self, const char *folder, PnSession *session)
{
  g_autofree char *absolute = g_canonicalize_filename (folder, NULL);

  g_free (self->folder);
  self->folder = g_steal_pointer (&absolute);
  find_free_name (self, session);
}

char *
pn_export_choice_get_path (const PnExportChoice *self)
{
  return self->folder != NULL ? g_build_filename (self->folder, self->name, NULL) : NULL;
}

void
pn_export_choice_set_format (PnExportChoice *self, PnExportFormat format, PnSession *session)
{
  self->format = format;
  /* The name that was granted was one for another format. */
  if (self->folder != NULL && !pn_granted_takes_files (self->folder))
    g_clear_pointer (&self->folder, g_free);
  find_free_name (self, session);
}

/* --- The last choice. */

/* One that cannot be written here is not what the user wants by pressing Return. */
static PnExportFormat
find_format (void)
{
  g_autofree char *name = g_settings_get_string (pn_settings_get (), "export-format");
  PnExportFormat format;

  if (pn_export_format_from_name (name, &format) && pn_export_is_available (format, NULL))
    return format;
  return pn_export_is_available (PN_EXPORT_WEBM, NULL) ? PN_EXPORT_WEBM : PN_EXPORT_PNG;
}

static PnExportOn
find_background (void)
{
  g_autofree char *name = g_settings_get_string (pn_settings_get (), "export-background");

  for (guint i = 0; i < G_N_ELEMENTS (ons); i++)
    if (g_str_equal (name, ons[i]))
      return (PnExportOn)i;
  return PN_EXPORT_ON_DOCUMENT;
}

void
pn_export_choice_init (PnExportChoice *self, PnSession *session)
{
  GSettings *settings = pn_settings_get ();
  g_autofree char *color = g_settings_get_string (settings, "export-color");

  *self = (PnExportChoice){
      .format = find_format (),
      .scale = g_settings_get_double (settings, "export-scale"),
      .last_frame = pn_export_n_frames (pn_session_get_root (session)) - 1,
      .depth = g_settings_get_int (settings, "export-depth") > 8 ? PN_DEPTH_16 : PN_DEPTH_8,
      .on = find_background (),
      .color = {255, 255, 255},
      .folder = find_folder (session),
  };
  pn_color_parse (color, self->color);
  find_free_name (self, session);
}

void
pn_export_choice_clear (PnExportChoice *self)
{
  g_clear_pointer (&self->folder, g_free);
  g_clear_pointer (&self->name, g_free);
}

void
pn_export_choice_remember (const PnExportChoice *self)
{
  GSettings *settings = pn_settings_get ();
  g_autofree char *color =
      g_strdup_printf ("#%02x%02x%02x", self->color[0], self->color[1], self->color[2]);

  g_settings_set_string (settings, "export-format", pn_export_format_name (self->format));
  g_settings_set_double (settings, "export-scale", self->scale);
  g_settings_set_int (settings, "export-depth", self->depth == PN_DEPTH_16 ? 16 : 8);
  g_settings_set_string (settings, "export-background", ons[self->on]);
  g_settings_set_string (settings, "export-color", color);
  if (pn_granted_takes_files (self->folder))
    g_settings_set_string (settings, "export-folder", self->folder);
}

/* --- What it comes to. */

void
pn_export_choice_get_size (const PnExportChoice *self, const PnRoot *root, int *width, int *height)
{
  *width = MAX (1, (int)floor (root->width * self->scale + 0.5));
  *height = MAX (1, (int)floor (root->height * self->scale + 0.5));
}

PnExportJob
pn_export_choice_make_job (const PnExportChoice *self,
                           const PnRoot *root,
                           const char *path,
                           const char *name)
{
  PnExportJob job = {
      .format = self->format,
      .path = path,
      .name = name,
      .first_frame = self->first_frame,
      .last_frame = self->last_frame,
      .depth = pn_export_has_16_bits (self->format) ? self->depth : PN_DEPTH_8,
      .has_background = self->on == PN_EXPORT_ON_COLOR ||
                        (self->on == PN_EXPORT_ON_DOCUMENT && root->has_background),
  };

  pn_export_choice_get_size (self, root, &job.width, &job.height);
  memcpy (job.background, self->on == PN_EXPORT_ON_COLOR ? self->color : root->background,
          sizeof job.background);
  return job;
}
