/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What PnDesktop makes of the settings portal, with a portal of the test's own. */
#include <gtk/gtk.h>

#include "pn-desktop.h"
#include "pn-test-gtk.h"

#define PATH "/org/freedesktop/portal/desktop"
#define INTERFACE "org.freedesktop.portal.Settings"

static const char introspection[] =
    "<node><interface name='" INTERFACE "'>"
    "<method name='ReadAll'><arg type='as' direction='in'/><arg type='a{sa{sv}}' direction='out'/>"
    "</method>"
    "<signal name='SettingChanged'><arg type='s'/><arg type='s'/><arg type='v'/></signal>"
    "</interface></node>";

typedef struct {
  GDBusConnection *bus;
  GDBusNodeInfo *info;
  guint object, name;
  gboolean is_owned;
  const char *reply; /* (nullable) as text: an error */
  guint n_changes;
} Portal;

static void
call_cb (GDBusConnection *bus,
         const char *sender,
         const char *path,
         const char *interface,
         const char *method,
         GVariant *parameters,
         GDBusMethodInvocation *invocation,
         gpointer data)
{
  Portal *self = data;

  if (self->reply != NULL)
    g_dbus_method_invocation_return_value (invocation, g_variant_new_parsed (self->reply));
  else
    g_dbus_method_invocation_return_dbus_error (invocation, "org.freedesktop.DBus.Error.Failed",
                                                "No");
}

static void
owned_cb (GDBusConnection *bus, const char *name, gpointer data)
{
  ((Portal *)data)->is_owned = TRUE;
}

static void
changed_cb (Portal *self)
{
  self->n_changes++;
}

static void
set_up (Portal *self, const char *reply)
{
  static const GDBusInterfaceVTable vtable = {.method_call = call_cb};
  g_autoptr (GError) error = NULL;

  *self = (Portal){.reply = reply};
  self->bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, &error);
  g_assert_no_error (error);
  self->info = g_dbus_node_info_new_for_xml (introspection, &error);
  g_assert_no_error (error);
  self->object = g_dbus_connection_register_object (self->bus, PATH, self->info->interfaces[0],
                                                    &vtable, self, NULL, &error);
  g_assert_no_error (error);
  self->name =
      g_bus_own_name_on_connection (self->bus, "org.freedesktop.portal.Desktop",
                                    G_BUS_NAME_OWNER_FLAGS_NONE, owned_cb, NULL, self, NULL);
  while (!self->is_owned)
    g_main_context_iteration (NULL, TRUE);
}

static void
tear_down (Portal *self)
{
  g_bus_unown_name (self->name);
  g_dbus_connection_unregister_object (self->bus, self->object);
  g_dbus_node_info_unref (self->info);
  g_object_unref (self->bus);
}

static void
say (Portal *self, const char *space, const char *key, GVariant *value)
{
  g_autoptr (GError) error = NULL;

  g_dbus_connection_emit_signal (self->bus, NULL, PATH, INTERFACE, "SettingChanged",
                                 g_variant_new ("(ssv)", space, key, value), &error);
  g_assert_no_error (error);
}

static void
wait_for (Portal *self, guint n_changes)
{
  while (self->n_changes < n_changes)
    g_main_context_iteration (NULL, TRUE);
}

static PnDesktop *
watch (Portal *self)
{
  PnDesktop *desktop = pn_desktop_new ();

  g_signal_connect_swapped (desktop, "changed", G_CALLBACK (changed_cb), self);
  return desktop;
}

static void
test_reads (void)
{
  Portal portal;

  set_up (&portal, "({'org.freedesktop.appearance': {'color-scheme': <uint32 1>, 'contrast': "
                   "<uint32 1>, 'accent-color': <(1.0, 0.5, 0.0)>}},)");
  PnDesktop *desktop = watch (&portal);
  g_assert_cmpint (pn_desktop_get_scheme (desktop), ==, PN_DESKTOP_UNSAID);
  wait_for (&portal, 2);
  g_assert_cmpint (pn_desktop_get_scheme (desktop), ==, PN_DESKTOP_DARK);
  g_assert_true (pn_desktop_wants_contrast (desktop));

  say (&portal, "org.freedesktop.appearance", "color-scheme", g_variant_new_uint32 (2));
  wait_for (&portal, 3);
  g_assert_cmpint (pn_desktop_get_scheme (desktop), ==, PN_DESKTOP_LIGHT);
  /* Neither another's setting, nor one of another type, nor a number of a later version. */
  say (&portal, "org.gnome.desktop.interface", "color-scheme", g_variant_new_uint32 (1));
  say (&portal, "org.freedesktop.appearance", "color-scheme", g_variant_new_string ("dark"));
  say (&portal, "org.freedesktop.appearance", "contrast", g_variant_new_uint32 (0));
  wait_for (&portal, 4);
  g_assert_cmpint (pn_desktop_get_scheme (desktop), ==, PN_DESKTOP_LIGHT);
  g_assert_false (pn_desktop_wants_contrast (desktop));
  say (&portal, "org.freedesktop.appearance", "color-scheme", g_variant_new_uint32 (7));
  wait_for (&portal, 5);
  g_assert_cmpint (pn_desktop_get_scheme (desktop), ==, PN_DESKTOP_UNSAID);
  g_assert_finalize_object (desktop);
  tear_down (&portal);
}

/* A portal that refuses is none, until it says something. */
static void
test_refused (void)
{
  Portal portal;

  set_up (&portal, NULL);
  PnDesktop *desktop = watch (&portal);
  for (guint i = 0; i < 100; i++)
    g_main_context_iteration (NULL, FALSE);
  g_assert_cmpint (pn_desktop_get_scheme (desktop), ==, PN_DESKTOP_UNSAID);
  g_assert_false (pn_desktop_wants_contrast (desktop));
  g_assert_cmpuint (portal.n_changes, ==, 0);
  g_assert_finalize_object (desktop);
  tear_down (&portal);
}

/* The answer finds nobody. */
static void
test_gone (void)
{
  Portal portal;

  set_up (&portal, "({'org.freedesktop.appearance': {'color-scheme': <uint32 1>}},)");
  g_assert_finalize_object (watch (&portal));
  for (guint i = 0; i < 100; i++)
    g_main_context_iteration (NULL, FALSE);
  g_assert_cmpuint (portal.n_changes, ==, 0);
  tear_down (&portal);
}

int
main (int argc, char **argv)
{
  pn_test_gtk_init (&argc, &argv);
  g_test_add_func ("/ui/portal/reads", test_reads);
  g_test_add_func ("/ui/portal/refused", test_refused);
  g_test_add_func ("/ui/portal/gone", test_gone);
  return g_test_run ();
}
