/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-elastic.h"
#include "pn-mesh-builder.h"
#include "pn-node-private.h"

PnPin *
pn_pin_new (PnId id, const char *name, PnVec2 rest_layer)
{
  PnPin *pin = pn_node_alloc (PN_NODE_PIN, sizeof *pin);

  pin->id = id;
  pin->name = g_strdup (name != NULL ? name : "");
  pin->kind = PN_PIN_KIND_POSITION;
  pin->rest_layer = rest_layer;
  pin->grip = PN_PIN_GRIP_DEFAULT;
  pin->position_layer = rest_layer;
  return pin;
}

PnPin *
pn_pin_copy (const PnPin *pin)
{
  PnPin *copy = pn_node_alloc_copy (pin, sizeof *pin);

  copy->name = g_strdup (pin->name);
  copy->unknown = pn_json_ref (pin->unknown);
  return copy;
}

void
pn_pin_clear (PnPin *pin)
{
  g_free (pin->name);
  pn_json_unref (pin->unknown);
}

PnPuppet *
pn_puppet_new (const PnMeshRecipe *recipe, const char *mesh_asset)
{
  PnPuppet *puppet = pn_node_alloc (PN_NODE_PUPPET, sizeof *puppet);

  puppet->recipe = *recipe;
  puppet->mesh_asset = g_strdup (mesh_asset);
  puppet->mesh_builder = PN_MESH_BUILDER_VERSION;
  puppet->solver = PN_SOLVER_ELASTIC;
  puppet->passes = PN_ELASTIC_PASSES_DEFAULT;
  return puppet;
}

PnPuppet *
pn_puppet_copy (const PnPuppet *puppet)
{
  PnPuppet *copy = pn_node_alloc_copy (puppet, sizeof *puppet);

  copy->mesh_asset = g_strdup (puppet->mesh_asset);
  copy->mesh_mode_unknown = g_strdup (puppet->mesh_mode_unknown);
  copy->solver_unknown = g_strdup (puppet->solver_unknown);
  pn_node_list_copy (&copy->pins, &puppet->pins);
  return copy;
}

void
pn_puppet_clear (PnPuppet *puppet)
{
  g_free (puppet->mesh_asset);
  g_free (puppet->mesh_mode_unknown);
  g_free (puppet->solver_unknown);
  pn_node_list_clear (&puppet->pins);
}

gboolean
pn_puppet_fits_picture (const PnPuppet *puppet)
{
  return puppet->made_width == 0 && puppet->made_height == 0;
}

const PnPin *
pn_puppet_find_pin (const PnPuppet *puppet, PnId id, guint *index)
{
  for (guint i = 0; i < puppet->pins.n_items; i++) {
    const PnPin *pin = puppet->pins.items[i];

    if (pin->id == id) {
      if (index != NULL)
        *index = i;
      return pin;
    }
  }
  return NULL;
}
