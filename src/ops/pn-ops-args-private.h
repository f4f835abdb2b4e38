/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "pn-vec.h"

/* Reading an operation's arguments. Every reader gives FALSE with a PN_OPS_ERROR_USAGE that names
 * the operation and the argument; an optional argument that is absent leaves its output as it was,
 * which is how defaults are written. */
typedef struct {
  const char *where; /* the operation, or the part of it, as messages call it; borrowed */
  JsonObject *object;
} PnArgs;

typedef enum {
  PN_ARG_OPTIONAL,
  PN_ARG_REQUIRED,
} PnArgNeed;

/* Refuses a key that is not among the blank-separated `names`. */
gboolean pn_args_check_names (const PnArgs *args, const char *names, GError **error);

gboolean pn_args_has (const PnArgs *args, const char *name);

/* Borrowed from the object. */
gboolean pn_args_string (const PnArgs *args,
                         const char *name,
                         PnArgNeed need,
                         const char **value,
                         GError **error);

/* A finite number within low..high. */
gboolean pn_args_number (const PnArgs *args,
                         const char *name,
                         PnArgNeed need,
                         double low,
                         double high,
                         double *value,
                         GError **error);

gboolean pn_args_integer (const PnArgs *args,
                          const char *name,
                          PnArgNeed need,
                          int low,
                          int high,
                          int *value,
                          GError **error);

gboolean pn_args_boolean (const PnArgs *args,
                          const char *name,
                          PnArgNeed need,
                          gboolean *value,
                          GError **error);

/* An array of two numbers. */
gboolean
pn_args_point (const PnArgs *args, const char *name, PnArgNeed need, PnVec2 *value, GError **error);

/* The index of a string in the NULL-terminated `choices`. */
gboolean pn_args_choice (const PnArgs *args,
                         const char *name,
                         PnArgNeed need,
                         const char *const *choices,
                         int *value,
                         GError **error);

/* Borrowed; `value` is NULL where an optional one is absent. */
gboolean pn_args_object (const PnArgs *args,
                         const char *name,
                         PnArgNeed need,
                         JsonObject **value,
                         GError **error);
gboolean pn_args_array (const PnArgs *args,
                        const char *name,
                        PnArgNeed need,
                        JsonArray **value,
                        GError **error);

/* An element of the array that argument `name` is, as a string; borrowed. */
gboolean pn_args_string_at (const PnArgs *args,
                            const char *name,
                            JsonArray *array,
                            guint index,
                            const char **value,
                            GError **error);

/* The element of an array as an object. */
gboolean
pn_args_element (JsonArray *array, guint index, const char *where, PnArgs *element, GError **error);
