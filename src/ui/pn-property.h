/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-editor.h"
#include "pn-number-field.h"

/* Properties that can have keys, as the inspector shows and changes them: positions in document px,
 * everything else in the document's own units. */
typedef struct {
  PnTargetKind kind;
  PnId target;
  PnProperty property;
} PnPropertyRef;

/* At `frame`; a number is in x. FALSE where there is no such layer or pin. */
gboolean
pn_property_get (const PnRoot *root, const PnPropertyRef *ref, double frame, PnVec2 *value);

typedef enum {
  PN_KEY_NONE,  /* it does not move by keys */
  PN_KEY_TRACK, /* it has keys, at other frames */
  PN_KEY_HERE,
} PnKeyState;
PnKeyState pn_property_get_key (const PnRoot *root, const PnPropertyRef *ref, double frame);

/* Sets keys at the playhead to what is shown, or removes them where each has one: one step. Nothing
 * while rigging, which is said. The last key of a layer's property leaves the value it had. */
void pn_property_toggle_keys (PnEditor *editor, const PnPropertyRef *refs, guint n_refs);

/* What a field reports, as one change of the same part of several properties. It is a key at the
 * playhead with auto-key, or where there is a track; without auto-key what has keys, and every pin,
 * is a preview, as with the tools. While rigging it is the rest. An anchor has keys only when one
 * asks for them. To be zeroed at first; one for each field, over its drags. */
typedef struct {
  PnRoot *start; /* (nullable) what was shown when the drag began */
  gboolean previews;
  gboolean is_open; /* it is the editor's drag, until something ends that */
} PnPropertyDrag;

typedef struct {
  const PnPropertyRef *refs;
  guint n_refs;
  enum {
    PN_PART_X,
    PN_PART_Y,
    PN_PART_FACTOR, /* the amount is what each number is multiplied by */
  } part;
  double lower, upper;
} PnPropertyPart;

void pn_property_drag_clear (PnPropertyDrag *self);
void pn_property_edit (PnPropertyDrag *self,
                       PnEditor *editor,
                       const PnPropertyPart *part,
                       PnNumberPhase phase,
                       PnNumberMode mode,
                       double amount);
