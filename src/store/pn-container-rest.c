/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "pn-container-private.h"

static void
clear_part_cb (gpointer data)
{
  PnContainerPart *part = data;

  g_free (part->name);
  g_free (part->hash);
}

static int
compare_parts_cb (gconstpointer a, gconstpointer b)
{
  return strcmp (((const PnContainerPart *)a)->name, ((const PnContainerPart *)b)->name);
}

PnContainerRest *
pn_container_rest_new (PnAssetStore *assets)
{
  PnContainerRest *rest = g_new0 (PnContainerRest, 1);

  g_atomic_ref_count_init (&rest->ref_count);
  rest->assets = g_object_ref (assets);
  rest->parts = g_array_new (FALSE, FALSE, sizeof (PnContainerPart));
  g_array_set_clear_func (rest->parts, clear_part_cb);
  return rest;
}

void
pn_container_rest_add (PnContainerRest *rest, const char *name, const char *hash)
{
  PnContainerPart part = {g_strdup (name), g_strdup (hash)};

  g_array_append_val (rest->parts, part);
}

PnContainerRest *
pn_container_rest_finish (PnContainerRest *rest)
{
  if (rest->parts->len == 0) {
    pn_container_rest_unref (rest);
    return NULL;
  }
  g_array_sort (rest->parts, compare_parts_cb);
  return rest;
}

PnContainerRest *
pn_container_rest_ref (PnContainerRest *rest)
{
  if (rest != NULL)
    g_atomic_ref_count_inc (&rest->ref_count);
  return rest;
}

void
pn_container_rest_unref (PnContainerRest *rest)
{
  if (rest == NULL || !g_atomic_ref_count_dec (&rest->ref_count))
    return;
  g_array_unref (rest->parts);
  g_object_unref (rest->assets);
  g_free (rest);
}
