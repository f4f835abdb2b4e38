/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Drags do not pop, whatever is on: four paths across a figure in steps of 0.25 px. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "pn-test-elastic.h"
#include "pn-test-shapes.h"

/* Belly, feet, hands, head. */
static const PnVec2 points[] = {{200, 230}, {160, 585}, {240, 585},
                                {385, 145}, {15, 145},  {200, 40}};

static const struct {
  const char *name;
  gsize pin;
  PnVec2 to;
} paths[] = {
    {"hand", 3, {30, 150}},
    {"head", 5, {230, 330}},
    {"belly", 0, {330, 300}},
    {"foot", 1, {330, 200}},
};

typedef void (*PrepareFunc) (PnElasticPin *pins, gsize n_pins, PnElasticOptions *options);

/* The worst that a vertex moves in one step on one of the paths. */
static double
drag (gsize path, PrepareFunc prepare)
{
  PnElasticPin pins[G_N_ELEMENTS (points) + 1];
  gsize n_pins = G_N_ELEMENTS (points);
  for (gsize i = 0; i < n_pins; i++)
    pins[i] = (PnElasticPin){.rest = points[i], .grip = 14};
  /* A last one that `prepare` may use. */
  pins[n_pins] = (PnElasticPin){.rest = {200, 300}, .grip = 14, .kind = PN_ELASTIC_STARCH};
  PnElasticOptions options = {.passes = PN_ELASTIC_PASSES_DEFAULT};
  prepare (pins, n_pins + 1, &options);
  TestRig *rig =
      test_rig_new (test_mesh_of_shape (400, 600, 20, test_shape_figure), pins, n_pins + 1);
  rig->options = options;
  for (gsize i = 0; i <= n_pins; i++)
    rig->targets[i].turn = pins[i].kind == PN_ELASTIC_POSITION ? 0 : 0.2;

  gsize n = pn_mesh_n_vertices (rig->mesh), pin = paths[path].pin;
  g_autofree PnVec2 *before = g_new0 (PnVec2, n);
  double worst = 0;
  guint n_steps = (guint)(test_distance (points[pin], paths[path].to) * 4);
  for (guint step = 0; step <= n_steps; step++) {
    rig->targets[pin].position = pn_vec2_mix (points[pin], paths[path].to, (double)step / n_steps);
    g_assert_cmpint (test_rig_solve (rig), !=, PN_ELASTIC_FELL_BACK);
    for (gsize i = 0; i < n && step > 0; i++)
      worst = fmax (worst, test_distance (before[i], rig->posed[i]));
    memcpy (before, rig->posed, n * sizeof *before);
  }
  test_rig_free (rig);
  return worst;
}

static void
drag_all (PrepareFunc prepare)
{
  for (gsize path = 0; path < G_N_ELEMENTS (paths); path++) {
    double worst = drag (path, prepare);
    g_test_message ("%s: worst step of a vertex %.3g px", paths[path].name, worst);
    g_assert_cmpfloat (worst, <, 2);
  }
}

static void
plain (PnElasticPin *pins, gsize n_pins, PnElasticOptions *options)
{
}

static void
two_step (PnElasticPin *pins, gsize n_pins, PnElasticOptions *options)
{
  options->passes = PN_ELASTIC_PASSES_TWO_STEP;
}

static void
advanced (PnElasticPin *pins, gsize n_pins, PnElasticOptions *options)
{
  for (gsize i = 0; i + 1 < n_pins; i++) {
    pins[i].kind = PN_ELASTIC_ADVANCED;
    pins[i].extent = PN_ELASTIC_EXTENT_DEFAULT;
  }
}

static void
bend (PnElasticPin *pins, gsize n_pins, PnElasticOptions *options)
{
  pins[n_pins - 1].kind = PN_ELASTIC_BEND;
  pins[n_pins - 1].extent = PN_ELASTIC_EXTENT_DEFAULT;
}

static void
starch (PnElasticPin *pins, gsize n_pins, PnElasticOptions *options)
{
  pins[n_pins - 1].stiffness = 1;
  pins[n_pins - 1].starch_extent = PN_ELASTIC_STARCH_EXTENT_DEFAULT;
}

static void
volume (PnElasticPin *pins, gsize n_pins, PnElasticOptions *options)
{
  options->stretch = 1;
}

static void
free_scale (PnElasticPin *pins, gsize n_pins, PnElasticOptions *options)
{
  options->stretch = 1;
  options->stretch_mode = PN_ELASTIC_FREE_SCALE;
}

static void
limit (PnElasticPin *pins, gsize n_pins, PnElasticOptions *options)
{
  options->max_rotation = 30 * G_PI / 180;
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, prepare)                                                   \
  g_test_add_data_func ("/rig/elastic/steady/" name, (gconstpointer)prepare, \
                        (GTestDataFunc)drag_all)
  ADD ("plain", plain);
  ADD ("two-step", two_step);
  ADD ("advanced", advanced);
  ADD ("bend", bend);
  ADD ("starch", starch);
  ADD ("volume", volume);
  ADD ("free-scale", free_scale);
  ADD ("limit", limit);
  return g_test_run ();
}
