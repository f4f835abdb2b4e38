/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "pn-test-doc.h"

#include "pn-serial.h"

#define SEED 20240617

/* What must not get into a document, each put into the figure. The nodes are the test's own, so it
 * writes to them. */

static PnLayer *
layer (PnRoot *root, PnId id)
{
  return (PnLayer *)(guintptr)pn_root_find_layer (root, id, NULL, NULL);
}

static PnPin *
pin (PnRoot *root)
{
  return (PnPin *)(guintptr)pn_root_find_pin (root, PN_TEST_HAND_PIN, NULL);
}

static PnTrack *
track (PnRoot *root)
{
  return (PnTrack *)(guintptr)pn_root_find_track (root, PN_TARGET_PIN, PN_TEST_HAND_PIN,
                                                  PN_PROPERTY_POSITION);
}

#define FAULT(name, ...)          \
  static void name (PnRoot *root) \
  {                               \
    __VA_ARGS__;                  \
  }

FAULT (no_width, root->width = 0)
FAULT (wide, root->width = (1 << 20) + 1)
FAULT (vast, root->width = root->height = 32769)
FAULT (no_rate, root->fps_numerator = 0)
FAULT (slow, root->fps_denominator = 1000000)
FAULT (fast, root->fps_numerator = 1000000)
FAULT (negative_rate, root->fps_numerator = -24; root->fps_denominator = -1)
FAULT (no_time, root->duration = 0.5)
FAULT (endless, root->duration = INFINITY)
FAULT (no_number_of_frames, root->duration = NAN)
FAULT (foreign_id, g_free (root->document_id); root->document_id = g_strdup ("../etc"))
FAULT (no_id, layer (root, PN_TEST_HEAD)->id = 0)
FAULT (same_id, layer (root, PN_TEST_HEAD)->id = PN_TEST_ARM)
FAULT (id_of_pin, layer (root, PN_TEST_HEAD)->id = PN_TEST_HAND_PIN)
FAULT (name_in_latin_1, layer (root, PN_TEST_HEAD)->name[0] = (char)0xe9)
FAULT (endless_scale, layer (root, PN_TEST_HEAD)->scale_y = -INFINITY)
FAULT (no_position, layer (root, PN_TEST_FIGURE)->position.y = NAN)
FAULT (no_picture, g_clear_pointer (&layer (root, PN_TEST_HEAD)->picture_asset, g_free))
FAULT (path_for_picture, strcpy (layer (root, PN_TEST_HEAD)->picture_asset, "../secret"))
FAULT (picture_without_size, layer (root, PN_TEST_HEAD)->picture_height = 0)
FAULT (many_passes, layer (root, PN_TEST_ARM)->puppet->passes = 65)
FAULT (no_density, layer (root, PN_TEST_ARM)->puppet->recipe.density = NAN)
FAULT (pin_at_nan, pin (root)->rest_layer.x = NAN)
FAULT (pin_moved_to_infinity, pin (root)->position_layer.x = INFINITY)
FAULT (no_grip, pin (root)->grip = 0)
FAULT (too_stiff, pin (root)->stiffness = 1.5)
FAULT (scale_of_nothing, pin (root)->scale = NAN)
FAULT (too_deep, pin (root)->depth = -101)
FAULT (stretch_of_two, layer (root, PN_TEST_ARM)->puppet->stretch = 2)
FAULT (no_such_mode, layer (root, PN_TEST_ARM)->puppet->stretch_mode = (PnStretchMode)2)
FAULT (key_at_nan, track (root)->keys[0].frame = NAN)
FAULT (keys_out_of_order, track (root)->keys[1].frame = 24)
FAULT (key_of_infinity, track (root)->keys[2].value.y = INFINITY)
FAULT (ease_back_in_time, track (root)->keys[0].ease = (PnEase){PN_EASE_BEZIER, 1.5})
FAULT (no_keys, track (root)->n_keys = 0)
FAULT (tracks_swapped, gconstpointer first = root->tracks.items[0];
       root->tracks.items[0] = root->tracks.items[1];
       root->tracks.items[1] = first)
FAULT (track_twice, pn_node_list_insert (&root->tracks, 1, root->tracks.items[0]))

static const struct {
  const char *message; /* a part of it */
  void (*break_root) (PnRoot *root);
} faults[] = {
    {"“document”, “size”", no_width},
    {"“document”, “size”", wide},
    {"“document”, “size”", vast},
    {"“document”, “fps”", no_rate},
    {"“document”, “fps”", slow},
    {"“document”, “fps”", fast},
    {"“document”, “fps”", negative_rate},
    {"“document”, “duration”", no_time},
    {"“document”, “duration”", endless},
    {"“document”, “duration”", no_number_of_frames},
    {"“document”, “id”", foreign_id},
    {"“head”, “id”", no_id},
    {"0000000000000012", same_id},
    {"0000000000000021", id_of_pin},
    {"“0000000000000013”, “name”", name_in_latin_1},
    {"“head”, “scale_y”", endless_scale},
    {"“figure”, “position”", no_position},
    {"“head”, “picture”", no_picture},
    {"“head”, “picture”", path_for_picture},
    {"“head”, “picture_size”", picture_without_size},
    {"“arm”, “passes”", many_passes},
    {"“arm”, “density”", no_density},
    {"“hand”, “rest”", pin_at_nan},
    {"“hand”, “position”", pin_moved_to_infinity},
    {"“hand”, “grip”", no_grip},
    {"“hand”, “stiffness”", too_stiff},
    {"“hand”, “scale”", scale_of_nothing},
    {"“hand”, “depth”", too_deep},
    {"“arm”, “stretch”", stretch_of_two},
    {"“arm”, “stretch_mode”", no_such_mode},
    {"“pin.0000000000000021”, “frame”", key_at_nan},
    {"“pin.0000000000000021”, “frame”", keys_out_of_order},
    {"“pin.0000000000000021”, “value”", key_of_infinity},
    {"“pin.0000000000000021”, “ease”", ease_back_in_time},
    {"“pin.0000000000000021”, “keys”", no_keys},
    {"out of order", tracks_swapped},
    {"two tracks", track_twice},
};

static void
test_faults (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++) {
    g_autoptr (PnRoot) root = pn_test_figure ();
    g_autoptr (GError) error = NULL;

    g_assert_true (pn_root_check (root, NULL));
    faults[i].break_root (root);
    g_assert_false (pn_root_check (root, &error));
    g_assert_error (error, PN_DOC_ERROR, PN_DOC_ERROR_VALUE);
    if (strstr (error->message, faults[i].message) == NULL)
      g_error ("%s, not %s", error->message, faults[i].message);
  }
}

/* What passes can be written, and read again. */
static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (SEED);

  for (guint i = 0; i < 200; i++) {
    g_autoptr (PnRoot) root = pn_test_random_root (rand);
    g_autoptr (PnRoot) edited = pn_test_random_edit (rand, root);
    g_autoptr (GError) error = NULL;
    gsize length;
    g_autofree char *json = pn_root_to_json (edited, &length);
    g_autoptr (PnRoot) read = NULL;

    g_assert_true (pn_root_check (edited, &error));
    g_assert_no_error (error);
    read = pn_root_from_json (json, length, &error);
    g_assert_no_error (error);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_message ("seed %d", SEED);
  g_test_add_func ("/doc/check/faults", test_faults);
  g_test_add_func ("/doc/check/random", test_random);
  return g_test_run ();
}
