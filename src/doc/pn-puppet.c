/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <float.h>
#include <string.h>

#include "pn-elastic.h"
#include "pn-field.h"
#include "pn-mesh-builder.h"
#include "pn-node-private.h"
#include "pn-serial-private.h"

/* --- Kinds. */

static const char *const kind_names[] = {
    [PN_PIN_KIND_POSITION] = "position", [PN_PIN_KIND_ADVANCED] = "advanced",
    [PN_PIN_KIND_STARCH] = "starch",     [PN_PIN_KIND_OVERLAP] = "overlap",
    [PN_PIN_KIND_BEND] = "bend",
};

static const char *const solver_names[] = {
    [PN_SOLVER_ELASTIC] = "elastic",
    [PN_SOLVER_TWO_STEP] = "two-step",
    [PN_SOLVER_BLEND] = "blend",
};

static const char *const stretch_words[] = {"volume", "free", NULL};

static guint
find_name (const char *const *names, guint n_names, const char *name)
{
  guint at = 0;

  while (at < n_names && strcmp (names[at], name) != 0)
    at++;
  return at;
}

const char *
pn_pin_kind_name (PnPinKind kind)
{
  return kind < G_N_ELEMENTS (kind_names) ? kind_names[kind] : "unknown";
}

PnPinKind
pn_pin_kind_from_name (const char *name)
{
  return (PnPinKind)find_name (kind_names, G_N_ELEMENTS (kind_names), name);
}

gboolean
pn_pin_kind_holds (PnPinKind kind)
{
  return kind == PN_PIN_KIND_POSITION || kind == PN_PIN_KIND_ADVANCED;
}

const char *
pn_solver_kind_name (PnSolverKind kind)
{
  return kind < G_N_ELEMENTS (solver_names) ? solver_names[kind] : "unknown";
}

PnSolverKind
pn_solver_kind_from_name (const char *name)
{
  return (PnSolverKind)find_name (solver_names, G_N_ELEMENTS (solver_names), name);
}

guint
pn_solver_kind_passes (PnSolverKind kind)
{
  return kind == PN_SOLVER_TWO_STEP ? 1 : PN_ELASTIC_PASSES_DEFAULT;
}

/* --- Properties. */

#define KIND(name) (1u << PN_PIN_KIND_##name)
#define HOLDING (KIND (POSITION) | KIND (ADVANCED))
#define TURNING (KIND (ADVANCED) | KIND (BEND))
#define STIFF (HOLDING | KIND (BEND) | KIND (STARCH))
#define AT(member) G_STRUCT_OFFSET (PnPin, member)
#define ROTATION_MOST 1e6
#define SCALE_MOST 1e4
#define EXTENT_MOST 1e4 /* px */
#define NO_TRACK PN_PROPERTY_UNKNOWN

const PnField pn_pin_fields[] = {
    {"rest", PN_FIELD_POINT, AT (rest_layer), .property = NO_TRACK},
    {"position", PN_FIELD_POINT, AT (position_layer), .fallback_offset = AT (rest_layer),
     .kinds = HOLDING, .property = PN_PROPERTY_POSITION},
    {"start_offset", PN_FIELD_POINT, AT (start_offset_layer), .kinds = HOLDING,
     .property = NO_TRACK},
    {"grip", PN_FIELD_NUMBER, AT (grip), PN_PIN_GRIP_DEFAULT, DBL_MIN, PN_GRIP_MAX, 0.5,
     EXTENT_MOST, .kinds = HOLDING | KIND (BEND), .property = NO_TRACK},
    {"rotation", PN_FIELD_NUMBER, AT (rotation_deg), 0, -DBL_MAX, DBL_MAX, -ROTATION_MOST,
     ROTATION_MOST, .kinds = TURNING, .property = PN_PROPERTY_ROTATION},
    {"scale", PN_FIELD_NUMBER, AT (scale), 1, -DBL_MAX, DBL_MAX, -SCALE_MOST, SCALE_MOST,
     .kinds = TURNING, .property = PN_PROPERTY_SCALE},
    {"extent", PN_FIELD_NUMBER, AT (extent), PN_PIN_EXTENT_DEFAULT, 0, PN_GRIP_MAX, 0, EXTENT_MOST,
     .kinds = TURNING, .property = NO_TRACK},
    {"stiffness", PN_FIELD_NUMBER, AT (stiffness), 0, 0, 1, .kinds = STIFF,
     .property = PN_PROPERTY_STIFFNESS},
    {"starch_extent", PN_FIELD_NUMBER, AT (starch_extent), PN_PIN_STARCH_EXTENT_DEFAULT, 0,
     PN_GRIP_MAX, 0, EXTENT_MOST, .kinds = STIFF, .property = NO_TRACK},
    {"depth", PN_FIELD_NUMBER, AT (depth), 0, -100, 100, .kinds = KIND (OVERLAP),
     .property = PN_PROPERTY_DEPTH},
    {"overlap_extent", PN_FIELD_NUMBER, AT (overlap_extent), PN_PIN_OVERLAP_EXTENT_DEFAULT, 0,
     PN_GRIP_MAX, 0, EXTENT_MOST, .kinds = KIND (OVERLAP), .property = NO_TRACK},
    {"colour", PN_FIELD_COLOUR, AT (colour), .property = NO_TRACK},
    {"parent", PN_FIELD_ID, AT (parent), .kinds = HOLDING, .property = NO_TRACK},
    {NULL},
};

#define OF_PUPPET(member) G_STRUCT_OFFSET (PnPuppet, member)

const PnField pn_puppet_fields[] = {
    {"max_rotation", PN_FIELD_NUMBER, OF_PUPPET (max_rotation_deg), 0, 0, DBL_MAX, 0, ROTATION_MOST,
     .property = NO_TRACK},
    {"stretch", PN_FIELD_NUMBER, OF_PUPPET (stretch), 0, 0, 1, .property = NO_TRACK},
    {"stretch_mode", PN_FIELD_CHOICE, OF_PUPPET (stretch_mode), PN_STRETCH_VOLUME,
     .words = stretch_words, .property = NO_TRACK},
    {NULL},
};

/* --- Pins. */

PnPin *
pn_pin_new (PnId id, const char *name, PnVec2 rest_layer)
{
  PnPin *pin = pn_node_alloc (PN_NODE_PIN, sizeof *pin);

  pin->id = id;
  pin->name = g_strdup (name != NULL ? name : "");
  pin->kind = PN_PIN_KIND_POSITION;
  pn_fields_reset (pin, pn_pin_fields);
  pin->rest_layer = rest_layer;
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

/* --- Puppets. */

PnPuppet *
pn_puppet_new (const PnMeshRecipe *recipe, const char *mesh_asset)
{
  PnPuppet *puppet = pn_node_alloc (PN_NODE_PUPPET, sizeof *puppet);

  puppet->recipe = *recipe;
  puppet->mesh_asset = g_strdup (mesh_asset);
  puppet->mesh_builder = PN_MESH_BUILDER_VERSION;
  puppet->solver = PN_SOLVER_ELASTIC;
  puppet->passes = pn_solver_kind_passes (puppet->solver);
  pn_fields_reset (puppet, pn_puppet_fields);
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
