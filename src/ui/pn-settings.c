/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-settings.h"

#include "pn-config.h"
#include "pn-import.h"

/* The schema where it is installed, or where it was built: a program can be run from its build
 * folder. */
static GSettingsSchema *
find_schema (void)
{
  GSettingsSchemaSource *installed = g_settings_schema_source_get_default ();
  GSettingsSchema *schema =
      installed != NULL ? g_settings_schema_source_lookup (installed, PN_APP_ID, TRUE) : NULL;
  if (schema != NULL)
    return schema;
  g_autoptr (GSettingsSchemaSource) built =
      g_settings_schema_source_new_from_directory (PN_BUILT_SCHEMAS, installed, FALSE, NULL);
  schema = built != NULL ? g_settings_schema_source_lookup (built, PN_APP_ID, FALSE) : NULL;
  if (schema == NULL)
    g_error ("The settings schema %s is not installed.", PN_APP_ID);
  return schema;
}

GSettings *
pn_settings_get (void)
{
  static GSettings *settings;

  if (settings == NULL) {
    g_autoptr (GSettingsSchema) schema = find_schema ();
    settings = g_settings_new_full (schema, NULL, NULL);
  }
  return settings;
}

char *
pn_settings_state_folder (void)
{
  g_autofree char *chosen = g_settings_get_string (pn_settings_get (), "state-folder");

  return chosen[0] != '\0' ? g_steal_pointer (&chosen) : pn_settings_usual_state_folder ();
}

char *
pn_settings_usual_state_folder (void)
{
  return g_build_filename (g_get_user_state_dir (), "pantin", NULL);
}

static void
set_limits (void)
{
  GSettings *settings = pn_settings_get ();
  PnImportLimits limits = {
      .max_side = g_settings_get_int (settings, "import-max-side"),
      .max_megapixels = g_settings_get_int (settings, "import-max-megapixels"),
  };

  pn_import_set_limits (&limits);
}

void
pn_settings_apply_limits (void)
{
  static gboolean is_watched;

  if (!is_watched) {
    is_watched = TRUE;
    g_signal_connect (pn_settings_get (), "changed::import-max-side", G_CALLBACK (set_limits),
                      NULL);
    g_signal_connect (pn_settings_get (), "changed::import-max-megapixels", G_CALLBACK (set_limits),
                      NULL);
  }
  set_limits ();
}
