/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-accel.h"

#include <glib/gi18n-lib.h>

/* GTK says Shift first, which nobody else does. */
char *
pn_accel_to_label (const char *accel)
{
  static const struct {
    GdkModifierType mask;
    const char *name;
  } modifiers[] = {
      {GDK_CONTROL_MASK, N_ ("Ctrl")}, {GDK_ALT_MASK, N_ ("Alt")},   {GDK_SHIFT_MASK, N_ ("Shift")},
      {GDK_SUPER_MASK, N_ ("Super")},  {GDK_META_MASK, N_ ("Meta")}, {GDK_HYPER_MASK, N_ ("Hyper")},
  };
  guint keyval;
  GdkModifierType state;

  if (!gtk_accelerator_parse (accel, &keyval, &state) || keyval == 0)
    return NULL;
  GString *label = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (modifiers); i++)
    if ((state & modifiers[i].mask) != 0)
      g_string_append_printf (label, "%s+", _ (modifiers[i].name));
  g_autofree char *key = gtk_accelerator_get_label (keyval, 0);
  g_string_append (label, key);
  return g_string_free (label, FALSE);
}

static gboolean
is_modifier (guint keyval)
{
  return (keyval >= GDK_KEY_Shift_L && keyval <= GDK_KEY_Hyper_R) ||
         (keyval >= GDK_KEY_ISO_Lock && keyval <= GDK_KEY_ISO_Level5_Lock) ||
         keyval == GDK_KEY_Mode_switch || keyval == GDK_KEY_Num_Lock ||
         keyval == GDK_KEY_Scroll_Lock || keyval == GDK_KEY_VoidSymbol || keyval == 0;
}

/* A letter is spelt small, with the Shift that made it large; a sign is what it is, and the Shift
 * that one keyboard needs for it is none of ours. */
char *
pn_accel_from_key (guint keyval, GdkModifierType state, GdkModifierType consumed)
{
  GdkModifierType modifiers = state & gtk_accelerator_get_default_mod_mask ();
  guint lower = gdk_keyval_to_lower (keyval);

  if (is_modifier (keyval))
    return NULL;
  if (keyval == GDK_KEY_ISO_Left_Tab)
    return gtk_accelerator_name (GDK_KEY_Tab, modifiers | GDK_SHIFT_MASK);
  if (lower == keyval && lower == gdk_keyval_to_upper (keyval))
    modifiers &= ~(consumed & GDK_SHIFT_MASK);
  return gtk_accelerator_name (lower, modifiers);
}
