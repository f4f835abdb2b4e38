/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-cli.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "pn-gesture.h"
#include "pn-sample-document.h"
#include "pn-trace.h"

/* bench: scripted gestures on their way through operation, evaluation and renderer, as an editor does
 * them for each event of a pointer, with all spans that are recorded on that way, as CSV. */

#define EVENTS_DEFAULT 240
#define EVENTS_MAX 100000
#define WARM_EVENTS 16 /* not counted: caches fill, the device wakes */
#define DENSITY_DEFAULT 50
#define VIEW_WIDTH 960
#define VIEW_HEIGHT 540
#define DRAG_RADIUS 40 /* px in the layer */
#define DRAG_EVENTS 96 /* that one round of the circle takes */

typedef struct {
  int n_events, n_workers;
  double density;
} Options;

/* What is dragged. */
typedef struct {
  PnCliDocument *document;
  PnRenderer *renderer;
  PnId layer, pin;
  PnVec2 rest_layer;
  GHashTable *spans; /* name, static, to a GArray of nanoseconds */
} Bench;

/* --- Spans. */

static void
collect_spans (Bench *bench, gboolean is_warm)
{
  PnTraceSpan spans[256];
  gsize n_lost;
  gsize n;

  while ((n = pn_trace_take (spans, G_N_ELEMENTS (spans), &n_lost)) > 0) {
    for (gsize i = 0; is_warm && i < n; i++) {
      GArray *times = g_hash_table_lookup (bench->spans, spans[i].name);
      if (times == NULL) {
        times = g_array_new (FALSE, FALSE, sizeof (guint64));
        g_hash_table_insert (bench->spans, (gpointer)(guintptr)spans[i].name, times);
      }
      g_array_append_val (times, spans[i].duration_ns);
    }
  }
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  guint64 x = *(const guint64 *)a, y = *(const guint64 *)b;
  return (x > y) - (x < y);
}

static double
quantile (const GArray *sorted, double part)
{
  return (double)g_array_index (sorted, guint64, (guint)(part * (sorted->len - 1))) / 1e3;
}

static void
print_spans (Bench *bench, const char *scenario)
{
  g_autoptr (GList) names = g_hash_table_get_keys (bench->spans);

  names = g_list_sort (names, (GCompareFunc)strcmp);
  for (GList *at = names; at != NULL; at = at->next) {
    GArray *times = g_hash_table_lookup (bench->spans, at->data);
    g_array_sort (times, compare_times);
    printf ("%s,%s,%u,%.1f,%.1f,%.1f\n", scenario, (const char *)at->data, times->len,
            quantile (times, 0.5), quantile (times, 0.99), quantile (times, 1));
  }
  g_hash_table_remove_all (bench->spans);
}

static char *
name_processor (void)
{
  g_autofree char *text = NULL;
  const char *name = NULL;

  if (g_file_get_contents ("/proc/cpuinfo", &text, NULL, NULL))
    name = strstr (text, "model name");
  name = name != NULL ? strchr (name, ':') : NULL;
  return name != NULL ? g_strndup (name + 2, strcspn (name + 2, "\n")) : g_strdup ("?");
}

/* Lines that whoever reads CSV leaves out. */
static void
print_machine (void)
{
  PnGpu *gpu = pn_gpu_get (PN_GPU_ANY, NULL);
  g_autofree char *processor = name_processor ();
  g_autofree char *driver = pn_gpu_describe_driver (gpu);

  printf ("# %s, %u threads\n", processor, g_get_num_processors ());
  printf ("# %s, %s\n", pn_gpu_device_name (gpu), driver);
}

/* --- A document to drag in. */

/* The layer with the most pins, and the last one of them. */
static void
find_pin (const PnNodeList *layers, const PnLayer **layer)
{
  for (guint i = 0; i < layers->n_items; i++) {
    const PnLayer *own = layers->items[i];
    guint most = *layer != NULL ? (*layer)->puppet->pins.n_items : 0;
    if (own->puppet != NULL && own->puppet->pins.n_items > most)
      *layer = own;
    find_pin (&own->children, layer);
  }
}

static gboolean
run_operation (Bench *bench, JsonObject *operation, GError **error)
{
  g_autoptr (JsonNode) result = pn_operation_run (bench->document->context, operation, error);

  return result != NULL;
}

static gboolean
choose_pin (Bench *bench, const Options *options, const char *path, GError **error)
{
  const PnLayer *layer = NULL;

  find_pin (&pn_session_get_root (bench->document->session)->layers, &layer);
  if (layer == NULL) {
    g_set_error (error, PN_OPS_ERROR, PN_OPS_ERROR_REFUSED,
                 _ ("“%s” has no pins to drag. Rig a layer first, or name no document."), path);
    return FALSE;
  }
  const PnPin *pin = layer->puppet->pins.items[layer->puppet->pins.n_items - 1];
  bench->layer = layer->id;
  bench->pin = pin->id;
  bench->rest_layer = pin->rest_layer;

  g_autoptr (JsonObject) operation = pn_operation_new ("set_mesh");
  pn_operation_set_id (operation, "layer", layer->id);
  json_object_set_double_member (operation, "density", options->density);
  return run_operation (bench, operation, error);
}

/* --- The gesture. */

static JsonObject *
move_pin (const Bench *bench, int event)
{
  JsonObject *operation = pn_operation_new ("move_pin");
  double turn = 2 * G_PI * event / DRAG_EVENTS;
  PnVec2 offset = pn_vec2 (DRAG_RADIUS * cos (turn), DRAG_RADIUS * sin (turn));

  pn_operation_set_id (operation, "layer", bench->layer);
  pn_operation_set_id (operation, "pin", bench->pin);
  json_object_set_double_member (operation, "frame", 0);
  json_object_set_string_member (operation, "space", "layer");
  pn_operation_set_point (operation, pn_vec2_add (bench->rest_layer, offset));
  return operation;
}

/* One event: the operation, what is evaluated of it, and its picture, as while dragging. */
static gboolean
run_event (Bench *bench, PnGesture *gesture, JsonObject *operation, GError **error)
{
  static const PnRenderTarget target = {.width = VIEW_WIDTH, .height = VIEW_HEIGHT, .samples = 1};
  PnReadback picture = {0};
  guint64 event = pn_trace_begin (), part = event;

  if (!pn_gesture_update (gesture, operation, error))
    return FALSE;
  pn_trace_end ("event.operation", part);
  part = pn_trace_begin ();
  g_autoptr (PnFrame) frame = pn_ops_context_evaluate (
      bench->document->context, pn_session_get_root (bench->document->session), 0, error);
  if (frame == NULL)
    return FALSE;
  pn_trace_end ("event.evaluation", part);
  part = pn_trace_begin ();
  if (!pn_renderer_render (bench->renderer, frame, &target, PN_ALPHA_PREMULTIPLIED, &picture,
                           error))
    return FALSE;
  pn_trace_end ("event.picture", part);
  pn_trace_end ("event", event);
  pn_readback_clear (&picture);
  return TRUE;
}

static gboolean
drag_pin (Bench *bench, const Options *options, GError **error)
{
  PnGesture *gesture = pn_gesture_begin (bench->document->context, "move_pin");
  gboolean is_well = TRUE;

  pn_trace_start ();
  for (int i = 0; is_well && i < WARM_EVENTS + options->n_events; i++) {
    g_autoptr (JsonObject) operation = move_pin (bench, i);
    is_well = run_event (bench, gesture, operation, error);
    collect_spans (bench, i >= WARM_EVENTS);
  }
  pn_trace_stop ();
  pn_gesture_cancel (gesture);
  return is_well;
}

/* --- The verb. */

static gboolean
measure (Bench *bench, const Options *options, const char *path, GError **error)
{
  bench->renderer = pn_ops_context_get_renderer (bench->document->context, error);
  if (bench->renderer == NULL || !choose_pin (bench, options, path, error))
    return FALSE;
  print_machine ();
  if (!drag_pin (bench, options, error))
    return FALSE;
  printf ("scenario,span,times,median us,99th us,most us\n");
  print_spans (bench, "pin-drag");
  return TRUE;
}

int
pn_cli_bench (int argc, char **argv)
{
  Options options = {.n_events = EVENTS_DEFAULT, .density = DENSITY_DEFAULT};
  g_auto (GStrv) words = NULL;
  g_autoptr (GError) error = NULL;
  const GOptionEntry entries[] = {
      {"events", 0, 0, G_OPTION_ARG_INT, &options.n_events, N_ ("Events of each gesture"), "N"},
      {"density", 0, 0, G_OPTION_ARG_DOUBLE, &options.density, N_ ("Density of the mesh"), "N"},
      {"workers", 0, 0, G_OPTION_ARG_INT, &options.n_workers,
       N_ ("Threads to use; the result is the same for any number"), "N"},
      {NULL},
  };

  if (!pn_cli_parse (argc, argv, "[F.pantin] [OPTION...]", entries, 0, 1, &words))
    return PN_CLI_USAGE;
  if (options.n_events < 1 || options.n_events > EVENTS_MAX)
    return pn_cli_usage (_ ("--events is from 1 to %d."), EVENTS_MAX);
  if (!pn_cli_check_workers (options.n_workers))
    return PN_CLI_USAGE;

  g_autofree char *path = words[0] != NULL ? g_strdup (words[0]) : pn_sample_document_path ();
  g_autoptr (GHashTable) spans =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_array_unref);
  g_auto (PnCliDocument) document = {0};
  Bench bench = {.document = &document, .spans = spans};
  if (!pn_cli_document_open (&document, path, options.n_workers, PN_GPU_ANY, &error) ||
      !measure (&bench, &options, path, &error))
    return pn_cli_fail (error);
  return PN_CLI_DONE;
}
