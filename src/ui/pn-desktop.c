/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-desktop.h"

#define APPEARANCE "org.freedesktop.appearance"

struct _PnDesktop {
  GObject parent_instance;

  GCancellable *cancellable;
  GDBusProxy *portal; /* (nullable) not there yet, or never */
  PnDesktopScheme scheme;
  gboolean wants_contrast;
};

G_DEFINE_FINAL_TYPE (PnDesktop, pn_desktop, G_TYPE_OBJECT)

enum {
  CHANGED,
  N_SIGNALS,
};
static guint signals[N_SIGNALS];

/* The portal's numbers are 0 for nothing, 1 for dark or for high contrast, 2 for light. */
static void
take (PnDesktop *self, const char *key, GVariant *value)
{
  if (!g_variant_is_of_type (value, G_VARIANT_TYPE_UINT32))
    return;
  guint32 number = g_variant_get_uint32 (value);
  if (g_str_equal (key, "color-scheme"))
    self->scheme = number <= PN_DESKTOP_LIGHT ? (PnDesktopScheme)number : PN_DESKTOP_UNSAID;
  else if (g_str_equal (key, "contrast"))
    self->wants_contrast = number == 1;
  else
    return;
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
portal_signal_cb (PnDesktop *self, const char *sender, const char *signal, GVariant *parameters)
{
  const char *space, *key;
  g_autoptr (GVariant) value = NULL;

  if (!g_str_equal (signal, "SettingChanged") ||
      !g_variant_is_of_type (parameters, G_VARIANT_TYPE ("(ssv)")))
    return;
  g_variant_get (parameters, "(&s&sv)", &space, &key, &value);
  if (g_str_equal (space, APPEARANCE))
    take (self, key, value);
}

/* A portal that does not know the settings answers with an error, which is an answer too. */
static void
read_cb (GObject *portal, GAsyncResult *result, gpointer data)
{
  g_autoptr (GVariant) reply = g_dbus_proxy_call_finish (G_DBUS_PROXY (portal), result, NULL);
  g_autoptr (GVariant) spaces = NULL;
  g_autoptr (GVariant) settings = NULL;
  GVariantIter iter;
  const char *key;
  GVariant *value;

  if (reply == NULL || !g_variant_is_of_type (reply, G_VARIANT_TYPE ("(a{sa{sv}})")))
    return;
  spaces = g_variant_get_child_value (reply, 0);
  settings = g_variant_lookup_value (spaces, APPEARANCE, G_VARIANT_TYPE_VARDICT);
  if (settings == NULL)
    return;
  g_variant_iter_init (&iter, settings);
  while (g_variant_iter_loop (&iter, "{&sv}", &key, &value))
    take (data, key, value);
}

static void
portal_cb (GObject *object, GAsyncResult *result, gpointer data)
{
  GDBusProxy *portal = g_dbus_proxy_new_for_bus_finish (result, NULL);
  const char *const spaces[] = {APPEARANCE, NULL};

  if (portal == NULL)
    return;
  PnDesktop *self = data;
  self->portal = portal;
  g_signal_connect_object (portal, "g-signal", G_CALLBACK (portal_signal_cb), self,
                           G_CONNECT_SWAPPED);
  g_dbus_proxy_call (portal, "ReadAll", g_variant_new ("(^as)", spaces), G_DBUS_CALL_FLAGS_NONE, -1,
                     self->cancellable, read_cb, self);
}

PnDesktopScheme
pn_desktop_get_scheme (PnDesktop *self)
{
  g_return_val_if_fail (PN_IS_DESKTOP (self), PN_DESKTOP_UNSAID);

  return self->scheme;
}

gboolean
pn_desktop_wants_contrast (PnDesktop *self)
{
  g_return_val_if_fail (PN_IS_DESKTOP (self), FALSE);

  return self->wants_contrast;
}

static void
pn_desktop_dispose (GObject *object)
{
  PnDesktop *self = PN_DESKTOP (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->portal);
  G_OBJECT_CLASS (pn_desktop_parent_class)->dispose (object);
}

static void
pn_desktop_class_init (PnDesktopClass *class)
{
  G_OBJECT_CLASS (class)->dispose = pn_desktop_dispose;
  signals[CHANGED] = g_signal_new ("changed", PN_TYPE_DESKTOP, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
}

static void
pn_desktop_init (PnDesktop *self)
{
  self->cancellable = g_cancellable_new ();
}

PnDesktop *
pn_desktop_new (void)
{
  PnDesktop *self = g_object_new (PN_TYPE_DESKTOP, NULL);

  g_dbus_proxy_new_for_bus (G_BUS_TYPE_SESSION,
                            G_DBUS_PROXY_FLAGS_DO_NOT_LOAD_PROPERTIES |
                                G_DBUS_PROXY_FLAGS_DO_NOT_AUTO_START_AT_CONSTRUCTION,
                            NULL, "org.freedesktop.portal.Desktop",
                            "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings",
                            self->cancellable, portal_cb, self);
  return self;
}
