/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <json-glib/json-glib.h>

#include "pn-affine.h"
#include "pn-mesh.h"
#include "pn-sample.h"
#include "pn-skeleton.h"

/* The document is a tree of immutable, reference-counted nodes. A version is a root; an edit copies
 * the nodes on the way to the change and shares the rest, so a snapshot is a reference and a
 * comparison of versions is one of pointers.
 *
 * A node is mutable from its `_new` or `_copy` until it is published: put into another node, a root
 * or a document. Nobody writes to it afterwards. Nodes are shared freely between threads. */

/* A stable identity, unlike in every document and never used twice in one; 0 is none. 16
 * hexadecimal digits in files. */
typedef guint64 PnId;

char *pn_id_to_string (PnId id);                         /* (transfer full) */
gboolean pn_id_from_string (const char *text, PnId *id); /* FALSE unless it is exactly such an id */

typedef enum {
  PN_NODE_ROOT,
  PN_NODE_LAYER,
  PN_NODE_PUPPET,
  PN_NODE_PIN,
  PN_NODE_TRACK,
  PN_NODE_SKELETON,
  PN_NODE_BONE,
  PN_NODE_IK,
} PnNodeType;

typedef struct {
  int ref_count; /* atomic */
  PnNodeType type;
  /* (nullable) an object of the members of the file that this version does not know, kept and
   * written back. Sealed. Of json-glib's types only JsonNode counts its references atomically, so a
   * node is what versions share; never take a reference to the object inside. */
  JsonNode *extra;
} PnNode;

/* Both take any node; NULL gives NULL. */
gpointer pn_node_ref (gconstpointer node);
void pn_node_unref (gpointer node);

/* An immutable array of nodes, owned by the node that holds it. */
typedef struct {
  gconstpointer *items; /* references */
  guint n_items;
} PnNodeList;

/* Editing a list of a mutable node. Each takes its own reference to `node`. */
void pn_node_list_insert (PnNodeList *list, guint index, gconstpointer node);
void pn_node_list_replace (PnNodeList *list, guint index, gconstpointer node);
void pn_node_list_remove (PnNodeList *list, guint index);
void pn_node_list_copy (PnNodeList *to, const PnNodeList *from);
void pn_node_list_clear (PnNodeList *list);

/* Groups within groups: no deeper than this, counting the layers of the document itself as 1. */
#define PN_LAYER_NEST_MAX 64

/* Pins and puppets. */

typedef struct {
  gboolean is_set;
  guint8 rgb[3]; /* sRGB; 0 where it is not set */
} PnColour;

typedef enum {
  PN_PIN_KIND_POSITION, /* holds the artwork under it on its target */
  PN_PIN_KIND_ADVANCED, /* the same, and its turn and its scale */
  PN_PIN_KIND_STARCH,   /* holds nothing; makes what is around it stiff */
  PN_PIN_KIND_OVERLAP,  /* holds nothing; brings what is around it to the front or to the back */
  PN_PIN_KIND_BEND,     /* turns and scales on top of what the other pins did */
  PN_PIN_KIND_UNKNOWN,  /* written by a later version: inert, and written back as it was read */
} PnPinKind;

/* As in files; static. "unknown" for a kind of a later version. */
const char *pn_pin_kind_name (PnPinKind kind);
PnPinKind pn_pin_kind_from_name (const char *name);
/* Whether pins of that kind have a target, which the artwork under them goes to. */
gboolean pn_pin_kind_holds (PnPinKind kind);

/* What a pin reaches where it says nothing, in layer px along the mesh. */
#define PN_PIN_EXTENT_DEFAULT 35.0
#define PN_PIN_STARCH_EXTENT_DEFAULT 60.0
#define PN_PIN_OVERLAP_EXTENT_DEFAULT 60.0

/* Which property means something for which kind stands in pn_pin_fields; the others have their
 * default and are not looked at. */
typedef struct {
  PnNode node;
  PnId id;
  char *name; /* never NULL; may be empty */
  PnPinKind kind;
  PnVec2 rest_layer; /* where it was put, layer space */
  double grip;       /* layer px */
  /* Where it is when it has no position track; the rest place unless the artist moved it without
   * keys. Layer space; of a pin that rides a bone, where it would be if the bone stood as at rest. */
  PnVec2 position_layer;
  /* The solver's start adds it to that (PnElasticOptions); keys have their own. */
  PnVec2 start_offset_layer;
  double rotation_deg, scale; /* where there is no track, as the next and the depth */
  double stiffness;           /* 0 to 1; of a starch pin its amount */
  double extent; /* how far an advanced or bend pin takes artwork along in its turn, layer px */
  double starch_extent;  /* how far stiffness reaches, layer px */
  double depth;          /* -100, at the back, to 100, in front */
  double overlap_extent; /* how far the depth stays nearly whole, layer px */
  PnColour colour;       /* of its handle */
  PnId parent;           /* the bone it rides; 0 for none */
  JsonNode *unknown;     /* (nullable) the whole pin as it was read, where the kind is unknown */
} PnPin;

/* `name` is nullable: then it is empty. */
PnPin *pn_pin_new (PnId id, const char *name, PnVec2 rest_layer);
PnPin *pn_pin_copy (const PnPin *pin);

typedef enum {
  PN_SOLVER_ELASTIC,
  PN_SOLVER_TWO_STEP, /* elastic with one pass */
  PN_SOLVER_BLEND,
  PN_SOLVER_UNKNOWN, /* solved as elastic, and written back as it was read */
} PnSolverKind;

const char *pn_solver_kind_name (PnSolverKind kind); /* as in files; static */
PnSolverKind pn_solver_kind_from_name (const char *name);
guint pn_solver_kind_passes (PnSolverKind kind); /* what it makes where nothing else is said */

typedef enum {
  PN_STRETCH_VOLUME, /* what is pulled longer gets thinner */
  PN_STRETCH_FREE,
} PnStretchMode;

typedef struct {
  PnNode node;
  PnMeshRecipe recipe;
  char *mesh_asset; /* content hash of the stored rest mesh */
  int mesh_builder; /* PN_MESH_BUILDER_VERSION it was made with */
  /* (nullable) how a later version made the mesh; whoever sets recipe.mode clears it */
  char *mesh_mode_unknown;
  PnSolverKind solver;
  char *solver_unknown;    /* (nullable) the name of a solver this version does not know */
  guint passes;            /* 0 to PN_ELASTIC_PASSES_MAX */
  double max_rotation_deg; /* a cap on turns; 0 is none */
  double stretch;          /* 0 to 1 */
  PnStretchMode stretch_mode;
  /* Mesh and pins hold for a picture of this size. 0, 0 in all that this version makes: the size of
   * the layer's own picture. Another size was found on reading: the picture was changed by a
   * version that could not rescale the rig. */
  int made_width, made_height;
  PnNodeList pins; /* PnPin, in the order they were added */
} PnPuppet;

PnPuppet *pn_puppet_new (const PnMeshRecipe *recipe, const char *mesh_asset);
PnPuppet *pn_puppet_copy (const PnPuppet *puppet);
gboolean pn_puppet_fits_picture (const PnPuppet *puppet); /* FALSE: see made_width */
const PnPin *pn_puppet_find_pin (const PnPuppet *puppet, PnId id, guint *index); /* (nullable) */

/* Skeletons. */

/* A bone as it is drawn: its frame in that of its parent, at rest. What animates it are tracks. */
typedef struct {
  PnNode node;
  PnId id;
  char *name;  /* never NULL; may be empty */
  PnId parent; /* of the same skeleton; 0 for a root */
  double x, y, rotation_deg, scale_x, scale_y;
  double length; /* px */
  PnColour colour;
  double jiggle_mix; /* 0, which is none, to 1 */
  double jiggle_frequency, jiggle_damping;
} PnBoneNode;

typedef enum {
  PN_IK_MODE_IK,
  PN_IK_MODE_FK,
} PnIkMode;

/* A chain that reaches for a target: the last of its bones names it. Points are in the skeleton's
 * space. */
typedef struct {
  PnNode node;
  PnId bone;
  guint chain; /* bones of it */
  gboolean is_enabled, stretches, has_pole;
  PnVec2 target, pole; /* where there are no tracks, as the next */
  PnIkMode mode;
  double mix;
} PnIkNode;

typedef struct {
  PnNode node;
  PnId id;
  char *name; /* never NULL; may be empty */
  PnId group; /* the layer whose space it is in; 0, or one that is not there: the document's */
  PnNodeList bones; /* PnBoneNode, in any order */
  PnNodeList iks;   /* PnIkNode */
} PnSkeletonNode;

/* `name` is nullable: then it is empty. */
PnBoneNode *pn_bone_node_new (PnId id, const char *name);
PnBoneNode *pn_bone_node_copy (const PnBoneNode *bone);
PnIkNode *pn_ik_node_new (PnId bone);
PnIkNode *pn_ik_node_copy (const PnIkNode *ik);
PnSkeletonNode *pn_skeleton_node_new (PnId id, const char *name);
PnSkeletonNode *pn_skeleton_node_copy (const PnSkeletonNode *skeleton);
/* All (nullable), borrowed; `index` (nullable). */
const PnBoneNode *
pn_skeleton_node_find_bone (const PnSkeletonNode *skeleton, PnId id, guint *index);
const PnIkNode *pn_skeleton_node_find_ik (const PnSkeletonNode *skeleton, PnId bone, guint *index);
/* Whether `bone` is `ancestor` or hangs on it; a ring of bones ends where it began. */
gboolean pn_skeleton_node_hangs_on (const PnSkeletonNode *skeleton, PnId bone, PnId ancestor);

/* How a layer moves with a skeleton. */
typedef enum {
  PN_BIND_SURFACE,  /* bent by its bones, with weights found along the artwork */
  PN_BIND_DISTANCE, /* bent, with weights by the straight distance */
  PN_BIND_FOLLOW,   /* carried as a whole by one bone */
} PnBindMethod;

/* Layers. */

typedef enum {
  PN_LAYER_IMAGE,
  PN_LAYER_GROUP,
  PN_LAYER_UNKNOWN, /* written by a later version: inert, and written back as it was read */
} PnLayerKind;

typedef struct {
  PnNode node;
  PnId id;
  char *name; /* never NULL; may be empty */
  PnLayerKind kind;
  gboolean visible;
  gboolean locked;
  double opacity;  /* 0..1, where there is no track; as the next five */
  PnVec2 position; /* where the anchor lies in the parent's space */
  PnVec2 anchor;   /* the pivot, in the layer's own space */
  double rotation_deg;
  double scale_x, scale_y;
  /* PN_LAYER_IMAGE: the picture's content hash and size in px, which is the size of the layer's
   * space. */
  char *picture_asset;
  int picture_width, picture_height;
  PnPuppet *puppet; /* (nullable) */
  PnId skeleton;    /* that it is bound to; 0 for none */
  PnBindMethod bind_method;
  PnId bind_bone; /* PN_BIND_FOLLOW */
  /* PN_LAYER_GROUP: PnLayer, from back to front. */
  PnNodeList children;
  JsonNode *unknown; /* (nullable) the whole layer as it was read, where the kind is unknown */
} PnLayer;

/* `name` is nullable: then it is empty. */
/* As in files; static. "unknown" for a kind of a later version. */
const char *pn_layer_kind_name (PnLayerKind kind);
PnLayerKind pn_layer_kind_from_name (const char *name);
PnLayer *pn_layer_new (PnId id, const char *name, PnLayerKind kind);
PnLayer *pn_layer_copy (const PnLayer *layer);
guint pn_layer_height (const PnLayer *layer); /* levels of it and what it holds; 1 for a leaf */

/* Tracks. */

/* What tracks belong to. Files write "layer.<id>", "pin.<id>", "bone.<id>" and, by its bone,
 * "ik.<id>". */
typedef enum {
  PN_TARGET_LAYER,
  PN_TARGET_PIN,
  PN_TARGET_BONE,
  PN_TARGET_IK,
  PN_TARGET_UNKNOWN,
} PnTargetKind;

typedef enum {
  PN_PROPERTY_POSITION, /* point */
  PN_PROPERTY_ANCHOR,   /* point */
  PN_PROPERTY_ROTATION, /* degrees */
  PN_PROPERTY_SCALE_X,
  PN_PROPERTY_SCALE_Y,
  PN_PROPERTY_OPACITY,
  PN_PROPERTY_SCALE,
  PN_PROPERTY_STIFFNESS,
  PN_PROPERTY_DEPTH,
  PN_PROPERTY_X,
  PN_PROPERTY_Y,
  PN_PROPERTY_TARGET, /* point */
  PN_PROPERTY_POLE,   /* point */
  PN_PROPERTY_MODE,   /* PnIkMode; held from key to key */
  PN_PROPERTY_MIX,
  PN_PROPERTY_UNKNOWN,
} PnProperty;

/* As in files and operations; static. */
const char *pn_target_kind_name (PnTargetKind kind);
const char *pn_property_name (PnProperty property);
PnProperty pn_property_from_name (const char *name); /* PN_PROPERTY_UNKNOWN for any other */
/* NULL for handles and for what is unknown. */
const char *pn_ease_kind_name (PnEaseKind kind);
PnEaseKind pn_ease_kind_from_name (const char *name); /* PN_EASE_UNKNOWN for any other */
gboolean pn_property_is_point (PnProperty property);
/* Whether a target of that kind has such a track in this version. */
gboolean pn_property_belongs (PnProperty property, PnTargetKind kind);

typedef struct {
  PnNode node;
  PnTargetKind target_kind;
  PnId target; /* of the layer or pin */
  PnProperty property;
  PnKey *keys; /* strictly increasing frames, at least one; a pin's positions are in its layer's
                  space */
  /* (nullable) n_keys of them, each nullable: the parts of each key that this version does not
   * know. */
  JsonNode **key_extras;
  guint n_keys;
  guint n_room; /* of a mutable track: `keys` has memory for so many; 0 is n_keys */
  JsonNode
      *unknown; /* (nullable) the whole track as it was read, where target or property is unknown */
} PnTrack;

PnTrack *pn_track_new (PnTargetKind kind, PnId target, PnProperty property);
PnTrack *pn_track_copy (const PnTrack *track);
/* The order of tracks in a root: by target kind, target and property. Of two that this version does
 * not know none comes first. */
int pn_track_compare (const PnTrack *a, const PnTrack *b);
gboolean pn_track_is_known (const PnTrack *track);
/* Sets or replaces the key at key->frame of a mutable track. What a later version added to the key
 * stays. */
void pn_track_set_key (PnTrack *track, const PnKey *key);
/* The same with what a later version added to the key as well, in place of what was there. */
void pn_track_put_key (PnTrack *track, const PnKey *key, JsonNode *extra); /* (nullable) */
JsonNode *pn_track_get_key_extra (const PnTrack *track, guint index);      /* borrowed (nullable) */
/* FALSE when there is none at that frame. */
gboolean pn_track_remove_key (PnTrack *track, double frame);

/* Root. */

#define PN_FORMAT_VERSION 2

typedef struct {
  PnNode node;
  char *document_id; /* a UUID, for the journal; the same for the document's life */
  int version; /* of the format it was read with; larger than PN_FORMAT_VERSION for a newer file */
  guint64 next_id;   /* counter from which ids are made */
  int width, height; /* px */
  int fps_numerator, fps_denominator;
  double duration; /* frames, >= 1; a film shows 0 .. duration - 1 */
  gboolean has_background;
  guint8 background[3]; /* sRGB */
  PnNodeList layers;    /* PnLayer, from back to front */
  PnNodeList skeletons; /* PnSkeletonNode */
  PnNodeList tracks;    /* PnTrack, by target kind, target and property; at most one of each, the
                           unknown ones last */
} PnRoot;

/* An empty document with a fresh document id. */
PnRoot *pn_root_new (int width, int height, int fps_numerator, int fps_denominator);
PnRoot *pn_root_copy (const PnRoot *root);

/* A fresh id from the counter of a mutable root, unlike any in it. */
PnId pn_root_make_id (PnRoot *root);

/* The document as it was built, without time: no tracks, pins where they were put, and so artwork
 * that nothing bends; layers as their own values place them. The root itself where it is at rest.
 * (transfer full) */
PnRoot *pn_root_at_rest (const PnRoot *root);

/* Lookups walk the tree. All (nullable), borrowed from the root; so are the results through
 * pointers, which are (nullable) themselves. */
const PnLayer *
pn_root_find_layer (const PnRoot *root, PnId id, const PnLayer **parent, guint *index);
const PnPin *pn_root_find_pin (const PnRoot *root, PnId id, const PnLayer **layer);
const PnTrack *
pn_root_find_track (const PnRoot *root, PnTargetKind kind, PnId target, PnProperty property);

/* All (nullable), borrowed. */
const PnSkeletonNode *pn_root_find_skeleton (const PnRoot *root, PnId id, guint *index);
const PnBoneNode *pn_root_find_bone (const PnRoot *root, PnId id, const PnSkeletonNode **skeleton);

/* The bones of the skeleton for the rig, in the order of the list. (transfer full) in `made`. */
PnStatus pn_skeleton_node_build (const PnSkeletonNode *skeleton, PnSkeleton **made);
/* Their poses as keyed at `frame`: as many as there are bones. */
void pn_root_sample_bones (const PnRoot *root,
                           const PnSkeletonNode *skeleton,
                           double frame,
                           PnBonePose *locals);
/* Maps the skeleton's space into the document at `frame`. */
PnAffine
pn_root_doc_from_skeleton (const PnRoot *root, const PnSkeletonNode *skeleton, double frame);

/* The value of a track at `frame`, or `fallback` where there is none. */
PnVec2 pn_root_sample (const PnRoot *root,
                       PnTargetKind kind,
                       PnId target,
                       PnProperty property,
                       double frame,
                       PnVec2 fallback);

/* Maps the layer's space into that of the group that holds it, or of the document, at `frame`. */
PnAffine pn_root_parent_from_layer (const PnRoot *root, const PnLayer *layer, double frame);

/* What the solver's start adds to a pin's target at `frame`: from the keys of its position, or its
 * own. */
PnVec2 pn_root_sample_start_offset (const PnRoot *root, const PnPin *pin, double frame);

/* Maps the layer's space into the document at `frame`, through the groups that hold it. */
PnAffine pn_root_doc_from_layer (const PnRoot *root, const PnLayer *layer, double frame);
/* The same in pn_root_at_rest, which need not be there for it. */
PnAffine pn_root_doc_from_layer_at_rest (const PnRoot *root, const PnLayer *layer);

/* Bytes of the nodes that `root` holds and `other` (nullable) does not: what is freed with it while
 * the other lives. An estimate of what the allocator takes. */
gsize pn_root_bytes_beyond (const PnRoot *root, const PnRoot *other);
gsize pn_json_n_bytes (JsonNode *node); /* of a value with all inside; NULL has none */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PnPin, pn_node_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PnPuppet, pn_node_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PnLayer, pn_node_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PnTrack, pn_node_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PnBoneNode, pn_node_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PnIkNode, pn_node_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PnSkeletonNode, pn_node_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PnRoot, pn_node_unref)
