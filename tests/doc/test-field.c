/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <float.h>
#include <math.h>
#include <string.h>

#include "pn-test-doc.h"

#include "pn-serial.h"

/* Every property that the tables of a rig enumerate, each by itself: so that none can be forgotten in
 * one of the places that a property has to be in. */

#define SEED 20261201

typedef struct {
  PnRoot *root;
  gpointer node; /* the one with the properties: nobody else has seen it */
} Subject;

typedef struct {
  const char *what;
  const PnField *fields;
  guint n_kinds;
  Subject (*make) (guint kind);
} Table;

static Subject
make_pin (guint kind)
{
  PnRoot *root = pn_test_figure ();
  PnPin *pin = (PnPin *)(guintptr)pn_root_find_pin (root, PN_TEST_HAND_PIN, NULL);

  pin->kind = (PnPinKind)kind;
  return (Subject){root, pin};
}

static Subject
make_puppet (guint kind)
{
  PnRoot *root = pn_test_figure ();

  return (Subject){root, pn_root_find_layer (root, PN_TEST_ARM, NULL, NULL)->puppet};
}

static Subject
make_bone (guint kind)
{
  PnRoot *root = pn_test_figure ();

  pn_test_add_skeleton (root);
  PnBoneNode *bone = (PnBoneNode *)(guintptr)pn_root_find_bone (root, PN_TEST_LOWER, NULL);
  pn_fields_reset (bone, pn_bone_fields);
  return (Subject){root, bone};
}

static Subject
make_ik (guint kind)
{
  PnRoot *root = pn_test_figure ();

  pn_test_add_skeleton (root);
  const PnSkeletonNode *skeleton = root->skeletons.items[0];
  PnIkNode *ik = (PnIkNode *)(guintptr)skeleton->iks.items[0];
  pn_fields_reset (ik, pn_ik_fields);
  ik->bone = PN_TEST_LOWER;
  return (Subject){root, ik};
}

static Subject
make_binding (guint kind)
{
  PnRoot *root = pn_test_figure ();

  return (Subject){root, (PnLayer *)(guintptr)pn_root_find_layer (root, PN_TEST_HEAD, NULL, NULL)};
}

static const Table tables[] = {
    {"pin", pn_pin_fields, PN_PIN_KIND_UNKNOWN, make_pin},
    {"puppet", pn_puppet_fields, 1, make_puppet},
    {"bone", pn_bone_fields, 1, make_bone},
    {"ik", pn_ik_fields, 1, make_ik},
    {"binding", pn_binding_fields, 1, make_binding},
};

static gsize
size_of (PnFieldType type)
{
  static const gsize sizes[] = {
      [PN_FIELD_NUMBER] = sizeof (double),
      [PN_FIELD_COUNT] = sizeof (guint),
      [PN_FIELD_FLAG] = sizeof (gboolean),
      [PN_FIELD_POINT] = sizeof (PnVec2),
      [PN_FIELD_COLOUR] = 7,
      [PN_FIELD_ID] = sizeof (PnId),
      [PN_FIELD_CHOICE] = sizeof (int),
  };

  return sizes[type];
}

/* To another value than its default. */
static void
change (GRand *rand, gpointer node, const PnField *field)
{
  g_autofree guint8 *before = g_memdup2 (pn_field_at (node, field), size_of (field->type));

  while (memcmp (before, pn_field_at (node, field), size_of (field->type)) == 0)
    pn_test_random_field (rand, node, field);
}

/* One property of one kind: it is written and read back to the bit, it is in what the journal keeps, a
 * copy has it, and in a kind that has no use for it it falls back to what is not written. */
static void
check_property (GRand *rand, const Table *table, guint kind, const PnField *field)
{
  g_autofree char *quoted = g_strdup_printf ("\"%s\": ", field->name);
  g_autoptr (GError) error = NULL;
  Subject plain = table->make (kind), changed = table->make (kind);
  gsize length;
  g_autofree char *before = pn_root_to_json (plain.root, NULL);

  change (rand, changed.node, field);
  g_assert_true (pn_root_check (changed.root, &error));
  g_assert_no_error (error);
  g_autofree char *json = pn_root_to_json (changed.root, &length);
  g_assert_nonnull (strstr (json, quoted));
  g_assert_cmpstr (json, !=, before);
  g_autoptr (PnRoot) read = pn_root_from_json (json, length, &error);
  g_assert_no_error (error);
  g_autofree char *again = pn_root_to_json (read, NULL);
  pn_test_assert_same_text (again, json);

  g_autofree char *patch = pn_root_diff (plain.root, changed.root, &length);
  g_assert_nonnull (strstr (patch, field->name));
  g_autoptr (PnRoot) patched = pn_root_patch (plain.root, patch, length, &error);
  g_assert_no_error (error);
  g_autofree char *as_patched = pn_root_to_json (patched, NULL);
  pn_test_assert_same_text (as_patched, json);

  pn_fields_drop (changed.node, table->fields, kind);
  g_autofree char *dropped = pn_root_to_json (changed.root, NULL);
  g_assert_true (g_str_equal (dropped, before) == !pn_field_belongs (field, kind));
  pn_node_unref (changed.root);
  pn_node_unref (plain.root);
}

static void
test_each (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (SEED);

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    for (guint kind = 0; kind < tables[i].n_kinds; kind++)
      for (const PnField *field = tables[i].fields; field->name != NULL; field++)
        check_property (rand, &tables[i], kind, field);
}

/* Beyond its range, or no number at all, it is neither checked in nor read. */
static void
test_ranges (void)
{
  const double wrong[] = {NAN, INFINITY, -INFINITY};

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    for (const PnField *field = tables[i].fields; field->name != NULL; field++)
      for (guint j = 0; j < G_N_ELEMENTS (wrong) && field->type == PN_FIELD_NUMBER; j++) {
        Subject subject = tables[i].make (0);
        g_autoptr (GError) error = NULL;

        *(double *)pn_field_at (subject.node, field) = wrong[j];
        g_assert_false (pn_root_check (subject.root, &error));
        g_assert_nonnull (strstr (error->message, field->name));
        pn_node_unref (subject.root);
      }
}

/* The tables agree with themselves and with the tracks there are. */
static void
test_tables (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    for (const PnField *field = tables[i].fields; field->name != NULL; field++) {
      double least, most;

      g_assert_true (pn_field_find (tables[i].fields, field->name) == field);
      pn_field_range (field, &least, &most);
      if (field->type == PN_FIELD_NUMBER || field->type == PN_FIELD_COUNT) {
        g_assert_cmpfloat (field->low, <=, least);
        g_assert_cmpfloat (least, <, most);
        g_assert_cmpfloat (most, <=, field->high);
        g_assert_cmpfloat (field->low, <=, field->fallback);
        g_assert_cmpfloat (field->fallback, <=, field->high);
      }
      if (field->property != PN_PROPERTY_UNKNOWN) {
        g_assert_cmpstr (pn_property_name (field->property), ==, field->name);
        g_assert_true (pn_field_find_track (tables[i].fields, field->property) == field);
        g_assert_true (pn_property_is_point (field->property) == (field->type == PN_FIELD_POINT));
      }
    }
  g_autofree char *starch = pn_fields_list (pn_pin_fields, PN_PIN_KIND_STARCH, PN_FIELDS_ANIMATED);
  g_assert_cmpstr (starch, ==, "stiffness");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_message ("seed %d", SEED);
  g_test_add_func ("/doc/field/each", test_each);
  g_test_add_func ("/doc/field/ranges", test_ranges);
  g_test_add_func ("/doc/field/tables", test_tables);
  return g_test_run ();
}
