/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-node-private.h"

#include <string.h>

#define ID_DIGITS 16

char *
pn_id_to_string (PnId id)
{
  return g_strdup_printf ("%016" G_GINT64_MODIFIER "x", id);
}

gboolean
pn_id_from_string (const char *text, PnId *id)
{
  PnId value = 0;

  for (guint i = 0; i < ID_DIGITS; i++) {
    /* One spelling for an id, so that text and id may stand for each other: no capitals. */
    if (!g_ascii_isxdigit (text[i]) || g_ascii_isupper (text[i]))
      return FALSE;
    value = value << 4 | (PnId)g_ascii_xdigit_value (text[i]);
  }
  if (text[ID_DIGITS] != '\0' || value == 0)
    return FALSE;
  *id = value;
  return TRUE;
}

gpointer
pn_node_alloc (PnNodeType type, gsize n_bytes)
{
  PnNode *node = g_malloc0 (n_bytes);

  node->ref_count = 1;
  node->type = type;
  return node;
}

gpointer
pn_node_alloc_copy (gconstpointer from, gsize n_bytes)
{
  const PnNode *other = from;
  PnNode *node = pn_node_alloc (other->type, n_bytes);

  /* All but the count, which other threads may be writing. */
  node->extra = pn_json_ref (other->extra);
  memcpy (node + 1, other + 1, n_bytes - sizeof *node);
  return node;
}

gpointer
pn_node_ref (gconstpointer node)
{
  /* Counting is the one thing that is written to a published node. */
  PnNode *counted = (PnNode *)(guintptr)node;

  if (counted != NULL)
    g_atomic_int_inc (&counted->ref_count);
  return counted;
}

static void
free_node (PnNode *node)
{
  switch (node->type) {
  case PN_NODE_ROOT:
    pn_root_clear ((PnRoot *)node);
    break;
  case PN_NODE_LAYER:
    pn_layer_clear ((PnLayer *)node);
    break;
  case PN_NODE_PUPPET:
    pn_puppet_clear ((PnPuppet *)node);
    break;
  case PN_NODE_PIN:
    pn_pin_clear ((PnPin *)node);
    break;
  case PN_NODE_TRACK:
    pn_track_clear ((PnTrack *)node);
    break;
  case PN_NODE_SKELETON:
    pn_skeleton_node_clear ((PnSkeletonNode *)node);
    break;
  case PN_NODE_BONE:
    pn_bone_node_clear ((PnBoneNode *)node);
    break;
  case PN_NODE_IK:
    break;
  default:
    g_assert_not_reached ();
  }
  pn_json_unref (node->extra);
  g_free (node);
}

void
pn_node_unref (gpointer node)
{
  PnNode *counted = node;

  if (counted != NULL && g_atomic_int_dec_and_test (&counted->ref_count))
    free_node (counted);
}

JsonNode *
pn_json_ref (JsonNode *node)
{
  return node != NULL ? json_node_ref (node) : NULL;
}

void
pn_json_unref (JsonNode *node)
{
  g_clear_pointer (&node, json_node_unref);
}

void
pn_node_list_insert (PnNodeList *list, guint index, gconstpointer node)
{
  g_return_if_fail (index <= list->n_items);

  list->items = g_renew (gconstpointer, list->items, list->n_items + 1);
  memmove (list->items + index + 1, list->items + index,
           (list->n_items - index) * sizeof *list->items);
  list->items[index] = pn_node_ref (node);
  list->n_items++;
}

void
pn_node_list_replace (PnNodeList *list, guint index, gconstpointer node)
{
  gpointer old;

  g_return_if_fail (index < list->n_items);

  old = (gpointer)(guintptr)list->items[index];
  list->items[index] = pn_node_ref (node);
  pn_node_unref (old);
}

void
pn_node_list_remove (PnNodeList *list, guint index)
{
  gpointer old;

  g_return_if_fail (index < list->n_items);

  old = (gpointer)(guintptr)list->items[index];
  list->n_items--;
  memmove (list->items + index, list->items + index + 1,
           (list->n_items - index) * sizeof *list->items);
  pn_node_unref (old);
}

void
pn_node_list_copy (PnNodeList *to, const PnNodeList *from)
{
  to->n_items = from->n_items;
  to->items = g_new (gconstpointer, from->n_items);
  for (guint i = 0; i < from->n_items; i++)
    to->items[i] = pn_node_ref (from->items[i]);
}

void
pn_node_list_clear (PnNodeList *list)
{
  for (guint i = 0; i < list->n_items; i++)
    pn_node_unref ((gpointer)(guintptr)list->items[i]);
  g_clear_pointer (&list->items, g_free);
  list->n_items = 0;
}
