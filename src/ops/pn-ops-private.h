/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-field.h"
#include "pn-operation.h"
#include "pn-ops-args-private.h"
#include "pn-prepared-mesh.h"

/* How a new pin holds the pose (pn-ops-hold.c). */
typedef struct PnOpHeld PnOpHeld;
void pn_op_held_free (PnOpHeld *held); /* (nullable) */

struct PnOpsContext {
  PnSession *session;
  PnEvaluator *evaluator;
  PnFrame *frame; /* (nullable) the last one that was asked for */
  PnPictureCache *pictures;
  PnPreparedMesh *prepared; /* (nullable) */
  PnOpHeld *held;           /* (nullable) of the last new pin */
  PnRenderer *renderer;     /* (nullable) made at first use */
  PnGpuFlags gpu_flags;
  PnSaveMode save_mode;
};

/* One call of an operation. An operation that edits is a function from a root to a root: it reads
 * `root`, puts its result into `new_root` and says what it made in `result`; the caller opens and
 * closes the transaction. So a refusal can change nothing. */
typedef struct {
  PnOpsContext *context;
  PnArgs args;
  const PnRoot *root;  /* borrowed */
  PnRoot *new_root;    /* (transfer full), NULL as long as nothing changed */
  JsonBuilder *result; /* inside the result's object */
  GPtrArray *notices;  /* char * */
} PnOpCall;

typedef gboolean (*PnOpFunc) (PnOpCall *call, GError **error);

typedef enum {
  PN_OP_EDITS,     /* gives a new root */
  PN_OP_LOOKS,     /* changes nothing */
  PN_OP_NAVIGATES, /* moves in the history, or saves: no transaction */
} PnOpEffect;

typedef struct {
  const char *name;
  PnOpEffect effect;
  const char *arguments; /* the names it takes, separated by blanks, "op" apart */
  PnOpFunc run;
  const char *spoken; /* what the history calls a step of it; marked for translation */
} PnOperationEntry;

/* Each file of operations has one such table, ended by an entry without a name. */
extern const PnOperationEntry pn_ops_document_entries[];
extern const PnOperationEntry pn_ops_layer_entries[];
extern const PnOperationEntry pn_ops_stack_entries[];
extern const PnOperationEntry pn_ops_puppet_entries[];
extern const PnOperationEntry pn_ops_pin_entries[];
extern const PnOperationEntry pn_ops_pin_copy_entries[];
extern const PnOperationEntry pn_ops_skeleton_entries[];
extern const PnOperationEntry pn_ops_bone_entries[];
extern const PnOperationEntry pn_ops_key_entries[];
extern const PnOperationEntry pn_ops_retime_entries[];

/* Replaces the call's root by one made from it, taking it over. */
void pn_op_call_take_root (PnOpCall *call, PnRoot *root);
/* The newest root of the call. */
const PnRoot *pn_op_call_root (const PnOpCall *call);
void pn_op_call_notice (PnOpCall *call, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* What is called so where no name is given; `name` is marked by NC_ with this context, since a
 * language may have another word for a thing than for what is done with it. */
#define PN_USUAL_NAME "name"
const char *pn_op_call_usual_name (const PnOpCall *call, const char *name);
gboolean pn_op_refuse (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Objects by id or, where it is unique, by name. NULL with a refusal that says which there are. */
const PnLayer *pn_op_find_layer (PnOpCall *call, const char *argument, GError **error);
const PnLayer *pn_op_find_layer_named (PnOpCall *call, const char *name, GError **error);
/* Argument "layers": in the order of the document, whatever that of the names; one that lies in
 * another of them is left out, since it goes along. (transfer full) (nullable) */
GPtrArray *pn_op_find_layers (PnOpCall *call, GError **error);
const PnLayer *pn_op_find_rigged_layer (PnOpCall *call, GError **error); /* argument "layer" */
const PnPin *
pn_op_find_pin (PnOpCall *call, const PnLayer *layer, GError **error); /* argument "pin" */
const PnPin *
pn_op_find_pin_named (PnOpCall *call, const PnLayer *layer, const char *name, GError **error);

/* --- Properties of tables. */

/* One that is given. */
gboolean pn_op_read_field (const PnArgs *args, gpointer node, const PnField *field, GError **error);
/* Those that are given, into a mutable node. One that means nothing for its kind is refused; `what`
 * is what the node is called then, as a format with its kind ("a %s pin"). */
gboolean pn_op_read_fields (const PnArgs *args,
                            gpointer node,
                            const PnField *fields,
                            guint kind,
                            const char *what,
                            GError **error);
/* Those of a kind as members of a result: numbers at `frame` where tracks of `target` have them.
 * Points are left to the caller, who knows their space. */
void pn_op_result_fields (PnOpCall *call,
                          gconstpointer node,
                          const PnField *fields,
                          guint kind,
                          PnTargetKind target_kind,
                          PnId target,
                          double frame);

/* Which space the positions of a call are in: argument "space", by default document pixels. */
typedef enum {
  PN_OP_SPACE_DOCUMENT,
  PN_OP_SPACE_LAYER,
  PN_OP_SPACE_REST, /* document pixels, where the document is at rest: see pn_root_at_rest */
} PnOpSpace;
gboolean pn_op_read_space (const PnArgs *args, PnOpSpace *space, GError **error);

/* A point on the canvas at `frame` in the layer's space, before any rig: where a pin's target lies.
 * Refuses where the layer is scaled to nothing then. */
gboolean pn_op_to_layer (PnOpCall *call,
                         const PnLayer *layer,
                         PnOpSpace space,
                         double frame,
                         PnVec2 point,
                         PnVec2 *point_layer,
                         GError **error);

/* Bounds on frames and on coordinates. */
#define PN_OP_FRAME_MIN -1e6
#define PN_OP_FRAME_MAX 1e6
#define PN_OP_COORDINATE 1e7

/* Argument "group": the group to put a layer into, on top of what is there; without it, or with
 * null, the document, which is 0. */
gboolean pn_op_read_group (PnOpCall *call, PnId *parent, guint *index, GError **error);
/* Puts a new layer into `root`, which becomes the call's, and says so in the result. */
void
pn_op_insert_layer (PnOpCall *call, PnRoot *root, PnId parent, guint index, const PnLayer *layer);

/* The group that holds a layer, 0 for the document, and its place in there (nullable). */
PnId pn_op_place_of (const PnRoot *root, PnId layer, guint *index);
/* Changes what the layer has, keys and all, so that it looks as before in group `to`, into which it
 * is not put. What cannot be kept is noticed. */
gboolean pn_op_carry_layer (PnOpCall *call, PnId layer, PnId to, double frame, GError **error);

/* The rig's pins, where they stand and what holds them: the parts of puppet operations that several
 * share. */
gboolean pn_op_build_mesh (PnOpCall *call,
                           const PnLayer *layer,
                           const PnMeshRecipe *recipe,
                           char **asset,
                           GError **error);
gboolean pn_op_read_recipe (const PnArgs *args, PnMeshRecipe *recipe, GError **error);

/* Gives a new pin keys and a static place where the artwork at its rest place stands in the call's
 * root, which is without it: a key for each of those that other pins of the layer have. */
gboolean
pn_op_hold_pose (PnOpCall *call, const PnLayer *layer, PnPin *pin, PnTrack *track, GError **error);
/* Puts a pin's rest elsewhere on the artwork, with the keys of `track` (nullable), so that the
 * artwork there stands as it does. */
gboolean pn_op_move_rest (PnOpCall *call,
                          const PnLayer *layer,
                          PnPin *pin,
                          PnVec2 rest,
                          PnTrack *track,
                          GError **error);
/* Puts a rest place a little off the artwork at the nearest place on the mesh; refuses a far one. */
gboolean pn_op_bind_to_mesh (PnOpCall *call,
                             const PnLayer *layer,
                             const PnPin *pin,
                             PnVec2 *rest,
                             GError **error);
/* "Pin 3", as no other pin is called. (transfer full) */
char *pn_op_fresh_pin_name (const PnOpCall *call, const PnPuppet *puppet);
/* What a pin may be made of: arguments of several operations. */
#define PN_OP_PIN                                                                                \
  "name kind x y space grip rotation scale extent stiffness starch_extent depth overlap_extent " \
  "colour"

/* Reads a PIN and adds it to the layer of the call's root; `frame` is where its position was seen.
 * (nullable): the new pin, borrowed from the call's root. */
typedef enum {
  PN_OP_POSE_HOLD, /* key it where the artwork under it stands, at every key of the rig */
  PN_OP_POSE_FREE, /* leave it at rest */
} PnOpPose;
const PnPin *pn_op_add_pin (PnOpCall *call,
                            const PnLayer *layer,
                            const PnArgs *pin,
                            double frame,
                            PnOpPose pose,
                            GError **error);

/* Refuses keys that would mean nothing for a pin of its kind. */
gboolean pn_op_check_pin_track (const PnPin *pin, PnProperty property, GError **error);

/* Reads keys {frame, ...} into a track of the call's root. `to_layer` (nullable) is the layer whose
 * space the points of a pin's track are in. */
gboolean pn_op_set_keys (PnOpCall *call,
                         PnTargetKind kind,
                         PnId target,
                         PnProperty property,
                         const PnLayer *layer,
                         JsonArray *keys,
                         GError **error);

/* A track's name as it stands in a call. */
typedef struct {
  PnTargetKind kind;
  PnId id;
  PnProperty property;
  /* The layer in whose space its points are; NULL for those that are in the document's. */
  const PnLayer *space;
} PnOpTarget;

/* What a property of a layer is where it has no keys. */
PnVec2 pn_op_layer_value (const PnLayer *layer, PnProperty property);

/* Members "target" and "property" of `args`, which are the call's or a part of them. */
gboolean pn_op_read_target (PnOpCall *call, const PnArgs *args, PnOpTarget *target, GError **error);
const PnTrack *pn_op_find_track (PnOpCall *call, const PnOpTarget *target); /* (nullable) */
/* Refuses a track whose keys would mean nothing for what it belongs to. */
gboolean pn_op_check_track (PnOpCall *call, const PnOpTarget *target, GError **error);

/* Member "ease". An absent one leaves what was there. */
gboolean pn_op_read_ease (const PnArgs *args, PnEase *ease, GError **error);
/* The ease a key set at `frame` has where none is given: that of the key there. */
PnEase pn_op_ease_at (const PnTrack *track, double frame);

/* Result members. */
void pn_op_result_string (PnOpCall *call, const char *name, const char *value);
void pn_op_result_id (PnOpCall *call, const char *name, PnId id);
void pn_op_result_number (PnOpCall *call, const char *name, double value);
void pn_op_result_count (PnOpCall *call, const char *name, gsize value);
void pn_op_result_point (PnOpCall *call, const char *name, PnVec2 value);
