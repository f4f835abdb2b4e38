/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "pn-test-doc.h"

#include "pn-json-private.h"
#include "pn-serial.h"

/* A good document to break: a group of a picture with a rig, and a track. */
static const char good[] =
    "{\"format\":\"pantin\",\"version\":1,\"id\":\"6ba7b810-9dad-41d1-80b4-00c04fd430c8\","
    "\"next_id\":9,\"size\":[64,48],\"fps\":[24,1],\"duration\":48,\"background\":\"#00ff00\","
    "\"layers\":[{\"id\":\"0000000000000001\",\"kind\":\"group\",\"name\":\"figure\",\"layers\":["
    "{\"id\":\"0000000000000002\",\"kind\":\"image\",\"name\":\"arm\",\"opacity\":0.5,"
    "\"picture\":\"" PN_TEST_ASSET_PICTURE "\",\"picture_size\":[20,10],"
    "\"puppet\":{\"mesh\":\"" PN_TEST_ASSET_MESH "\",\"passes\":3,"
    "\"pins\":[{\"id\":\"0000000000000003\",\"name\":\"hand\",\"rest\":[18,5],\"grip\":9}]}}]}],"
    "\"tracks\":[{\"target\":\"pin.0000000000000003\",\"property\":\"position\","
    "\"keys\":[{\"frame\":0,\"x\":1,\"y\":2}]}]}";

typedef struct {
  const char *part; /* of the document above, and what stands in its place */
  const char *broken;
  int code;
  const char *message; /* a part of it */
} Case;

static const Case cases[] = {
    /* Not JSON. */
    {"{\"format\"", "\"format\"", PN_DOC_ERROR_SYNTAX, "line 1"},
    {"\"version\":1,", "\"version\":1", PN_DOC_ERROR_SYNTAX, "line 1"},
    {"\"version\":1,", "\n\n\"version\":01,", PN_DOC_ERROR_SYNTAX, "line 3"},
    {"\"version\":1,", "\"version\":+1,", PN_DOC_ERROR_SYNTAX, "line 1"},
    {"\"version\":1,", "\"version\":1.,", PN_DOC_ERROR_SYNTAX, "line 1"},
    {"\"version\":1,", "\"version\":1e,", PN_DOC_ERROR_SYNTAX, "line 1"},
    {"\"version\":1,", "\"version\":0x1,", PN_DOC_ERROR_SYNTAX, "line 1"},
    {"\"version\":1,", "\"version\":True,", PN_DOC_ERROR_SYNTAX, "line 1"},
    {"\"version\":1,", "/* \" */\"version\":1,", PN_DOC_ERROR_SYNTAX, "line 1"},
    {"\"version\":1,", "'version':1,", PN_DOC_ERROR_SYNTAX, "line 1"},
    {"\"figure\"", "\"fig\nure\"", PN_DOC_ERROR_SYNTAX, "line 1"},
    {"\"figure\"", "\"fig\\xure\"", PN_DOC_ERROR_SYNTAX, "line 1"},
    {"\"figure\"", "\"fig\\u00gure\"", PN_DOC_ERROR_SYNTAX, "line 1"},
    {"\"figure\"", "\"fig\\ud800ure\"", PN_DOC_ERROR_SYNTAX, "line 1"},
    {"\"figure\"", "\"fig\\ud83d\\ud83d\"", PN_DOC_ERROR_SYNTAX, "line 1"},
    {"\"figure\"", "\"fig\\ude00\"", PN_DOC_ERROR_SYNTAX, "line 1"},
    {"\"figure\"", "\"fig\\u0000ure\"", PN_DOC_ERROR_SYNTAX, "zero byte"},
    {"\"figure\"", "\"fig\xff\"", PN_DOC_ERROR_SYNTAX, "UTF-8"},
    {"\"y\":2}]}]}", "\"y\":2}]}]}{}", PN_DOC_ERROR_SYNTAX, "line 1"},
    {"\"y\":2}]}]}", "\"y\":2}]}]}]", PN_DOC_ERROR_SYNTAX, "line 1"},
    {"\"y\":2}]}]}", "\"y\":2}]}]", PN_DOC_ERROR_SYNTAX, "line 1"},
    {good, "", PN_DOC_ERROR_SCHEMA, "not a Pantin document"},
    {good, "[]", PN_DOC_ERROR_SCHEMA, "not a Pantin document"},
    {good, "17", PN_DOC_ERROR_SCHEMA, "not a Pantin document"},

    /* Numbers that are none, wherever they stand. */
    {"\"opacity\":0.5", "\"opacity\":NaN", PN_DOC_ERROR_VALUE, "“arm”, “opacity”"},
    {"\"opacity\":0.5", "\"opacity\":-Infinity", PN_DOC_ERROR_VALUE, "“arm”, “opacity”"},
    {"\"opacity\":0.5", "\"opacity\":1e999", PN_DOC_ERROR_VALUE, "“arm”, “opacity”"},
    {"\"rest\":[18,5]", "\"rest\":[18,-1e999]", PN_DOC_ERROR_VALUE, "“hand”, “rest”"},
    {"\"rest\":[18,5]", "\"later\":[{\"a\":[Infinity]}]", PN_DOC_ERROR_VALUE, "“hand”, “a”"},
    {"\"x\":1", "\"x\":NaN", PN_DOC_ERROR_VALUE, "“pin.0000000000000003”, “x”"},
    {"\"duration\":48", "\"duration\":NaN", PN_DOC_ERROR_VALUE, "“document”, “duration”"},
    {"\"next_id\":9", "\"later\":18446744073709551615", PN_DOC_ERROR_VALUE, "64 bits"},

    /* No document of ours. */
    {"\"pantin\"", "\"panto\"", PN_DOC_ERROR_SCHEMA, "not a Pantin document"},
    {"\"pantin\"", "[1]", PN_DOC_ERROR_SCHEMA, "not a Pantin document"},
    {"\"version\":1", "\"version\":0", PN_DOC_ERROR_SCHEMA, "not a Pantin document"},
    {"\"version\":1", "\"version\":-9223372036854775808", PN_DOC_ERROR_SCHEMA, "not a Pantin"},
    {"\"version\":1", "\"version\":\"1\"", PN_DOC_ERROR_SCHEMA, "not a Pantin document"},
    {"\"version\":1", "\"version\":9223372036854775807", PN_DOC_ERROR_SCHEMA, "not a Pantin"},
    {"\"6ba7b810-9dad-41d1-80b4-00c04fd430c8\"", "\"../../etc\"", PN_DOC_ERROR_SCHEMA, "“id”"},
    {"\"6ba7b810-9dad-41d1-80b4-00c04fd430c8\"", "7", PN_DOC_ERROR_SCHEMA, "“id”"},

    /* Wrong types, missing members. */
    {"\"size\":[64,48],", "", PN_DOC_ERROR_SCHEMA, "“document”, “size” is missing"},
    {"\"size\":[64,48],", "\"size\":[64],", PN_DOC_ERROR_SCHEMA, "“size”"},
    {"\"size\":[64,48],", "\"size\":[64,48.5],", PN_DOC_ERROR_SCHEMA, "“size”"},
    {"\"size\":[64,48],", "\"size\":[64,{}],", PN_DOC_ERROR_SCHEMA, "“size”"},
    {"\"#00ff00\"", "\"#00ff0\"", PN_DOC_ERROR_SCHEMA, "“background”"},
    {"\"#00ff00\"", "\"#00ff0g\"", PN_DOC_ERROR_SCHEMA, "“background”"},
    {"\"#00ff00\"", "null", PN_DOC_ERROR_SCHEMA, "“background”"},
    {"\"name\":\"arm\"", "\"name\":7", PN_DOC_ERROR_SCHEMA, "“0000000000000002”, “name”"},
    {"\"kind\":\"image\"", "\"kind\":null", PN_DOC_ERROR_SCHEMA, "“arm”, “kind”"},
    {"\"kind\":\"image\",", "", PN_DOC_ERROR_SCHEMA, "“arm”, “kind” is missing"},
    {"\"opacity\":0.5", "\"opacity\":\"0.5\"", PN_DOC_ERROR_SCHEMA, "“arm”, “opacity”"},
    {"\"opacity\":0.5", "\"visible\":1", PN_DOC_ERROR_SCHEMA, "“arm”, “visible”"},
    {"\"opacity\":0.5", "\"position\":{}", PN_DOC_ERROR_SCHEMA, "“arm”, “position”"},
    {"\"opacity\":0.5", "\"position\":[1,2,3]", PN_DOC_ERROR_SCHEMA, "“arm”, “position”"},
    {"\"opacity\":0.5", "\"position\":[1,null]", PN_DOC_ERROR_SCHEMA, "“arm”, “position”"},
    {PN_TEST_ASSET_PICTURE, "../../../../etc/passwd", PN_DOC_ERROR_SCHEMA, "“arm”, “picture”"},
    {PN_TEST_ASSET_MESH, "EF", PN_DOC_ERROR_SCHEMA, "“mesh”"},
    {"\"picture_size\":[20,10],", "", PN_DOC_ERROR_SCHEMA, "“arm”, “picture_size” is missing"},
    {"\"puppet\":{", "\"puppet\":[],\"rig\":{", PN_DOC_ERROR_SCHEMA, "“arm”, “puppet”"},
    {"\"pins\":[{", "\"pins\":[7,{", PN_DOC_ERROR_SCHEMA, "“arm”"},
    {"\"rest\":[18,5]", "\"rest\":5", PN_DOC_ERROR_SCHEMA, "“hand”, “rest”"},
    {"\"layers\":[{\"id\":\"0000000000000002\"", "\"layers\":[null,{\"id\":\"0000000000000002\"",
     PN_DOC_ERROR_SCHEMA, "“layers”"},
    {"\"frame\":0,", "", PN_DOC_ERROR_SCHEMA, "“frame” is missing"},
    {"\"frame\":0,", "\"frame\":\"0\",", PN_DOC_ERROR_SCHEMA, "“frame”"},
    {"\"x\":1,\"y\":2", "\"value\":1", PN_DOC_ERROR_SCHEMA, "“x” is missing"},
    {"{\"frame\":0,\"x\":1,\"y\":2}", "[0,1,2]", PN_DOC_ERROR_SCHEMA, "“pin.0000000000000003”"},

    /* Ids. */
    {"\"id\":\"0000000000000001\",", "", PN_DOC_ERROR_SCHEMA, "“figure”, “id” is missing"},
    {"\"0000000000000001\"", "\"1\"", PN_DOC_ERROR_SCHEMA, "“figure”, “id”"},
    {"\"0000000000000001\"", "\"0000000000000000\"", PN_DOC_ERROR_SCHEMA, "“figure”, “id”"},
    {"\"0000000000000001\"", "\"0000000000000002\"", PN_DOC_ERROR_VALUE, "0000000000000002"},
    {"\"id\":\"0000000000000003\"", "\"id\":\"0000000000000001\"", PN_DOC_ERROR_VALUE,
     "0000000000000001"},
    {"\"id\":\"0000000000000003\"", "\"kind\":\"later\",\"id\":3", PN_DOC_ERROR_SCHEMA, "“id”"},
    {"\"id\":\"0000000000000003\"", "\"kind\":\"later\",\"id\":\"0000000000000001\"",
     PN_DOC_ERROR_VALUE, "0000000000000001"},
    {"\"kind\":\"image\"", "\"kind\":\"later\",\"id\":\"x\"", PN_DOC_ERROR_SCHEMA, "“arm”, “id”"},

    /* Ranges. */
    {"\"size\":[64,48]", "\"size\":[0,48]", PN_DOC_ERROR_VALUE, "“size”"},
    {"\"size\":[64,48]", "\"size\":[64,1048577]", PN_DOC_ERROR_VALUE, "“size”"},
    {"\"size\":[64,48]", "\"size\":[32768,32769]", PN_DOC_ERROR_VALUE, "“size”"},
    {"\"size\":[64,48]", "\"size\":[-64,48]", PN_DOC_ERROR_VALUE, "“size”"},
    {"\"size\":[64,48]", "\"size\":[4294967360,48]", PN_DOC_ERROR_VALUE, "“size”"},
    {"\"fps\":[24,1]", "\"fps\":[0,1]", PN_DOC_ERROR_VALUE, "“fps”"},
    {"\"fps\":[24,1]", "\"fps\":[1001,1]", PN_DOC_ERROR_VALUE, "“fps”"},
    {"\"fps\":[24,1]", "\"fps\":[1,1001]", PN_DOC_ERROR_VALUE, "“fps”"},
    {"\"duration\":48", "\"duration\":0.5", PN_DOC_ERROR_VALUE, "“duration”"},
    {"\"duration\":48", "\"duration\":1e300", PN_DOC_ERROR_VALUE, "“duration”"},
    {"\"picture_size\":[20,10]", "\"picture_size\":[0,10]", PN_DOC_ERROR_VALUE, "“picture_size”"},
    {"\"passes\":3", "\"passes\":1000000", PN_DOC_ERROR_VALUE, "“passes”"},
    {"\"grip\":9", "\"grip\":0", PN_DOC_ERROR_VALUE, "“hand”, “grip”"},
    {"\"next_id\":9", "\"next_id\":0", PN_DOC_ERROR_VALUE, "“next_id”"},

    /* A track twice. */
    {"\"tracks\":[",
     "\"tracks\":[{\"target\":\"pin.0000000000000003\",\"property\":\"position\","
     "\"keys\":[{\"frame\":0,\"x\":1,\"y\":2}]},",
     PN_DOC_ERROR_VALUE, "two tracks"},
};

static void
assert_refused (const char *json, gsize length, int code, const char *message)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PnRoot) root = pn_root_from_json (json, length, &error);

  if (root != NULL)
    g_error ("read in spite of its fault: %s", json);
  if (!g_error_matches (error, PN_DOC_ERROR, code) || strstr (error->message, message) == NULL)
    g_error ("“%s” (%d), not “%s” (%d), for %s", error->message, error->code, message, code, json);
}

static void
test_faults (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PnRoot) root = pn_root_from_json (good, strlen (good), &error);

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const char *at = strstr (good, cases[i].part);
    g_autoptr (GString) json = g_string_new (NULL);

    g_assert_nonnull (at);
    g_string_append_len (json, good, at - good);
    g_string_append (json, cases[i].broken);
    g_string_append (json, at + strlen (cases[i].part));
    assert_refused (json->str, json->len, cases[i].code, cases[i].message);
  }
}

/* Cut at any byte it is refused, and so it is with a zero byte in it. */
static void
test_cut (void)
{
  for (gsize length = 0; length < strlen (good); length++) {
    g_autoptr (GError) error = NULL;
    g_autofree char *holed = g_strdup (good);

    /* A copy of that size, so that a sanitizer sees what lies beyond it. */
    g_autofree char *cut = g_memdup2 (good, length);

    g_assert_null (pn_root_from_json (cut != NULL ? cut : "", length, &error));
    g_assert_true (error->domain == PN_DOC_ERROR);
    holed[length] = '\0';
    assert_refused (holed, strlen (good), PN_DOC_ERROR_SYNTAX, "UTF-8");
  }
}

/* `n` times `open`, `inside`, `n` times `close`, as a member of the document that is not known. */
static char *
nested (guint n, const char *open, const char *inside, const char *close)
{
  GString *json = g_string_new (NULL);
  const char *at = strstr (good, "\"next_id\":9");

  g_string_append_len (json, good, at - good);
  g_string_append (json, "\"later\":");
  for (guint i = 0; i < n; i++)
    g_string_append (json, open);
  g_string_append (json, inside);
  for (guint i = 0; i < n; i++)
    g_string_append (json, close);
  g_string_append (json, at + strlen ("\"next_id\":9"));
  return g_string_free (json, FALSE);
}

static void
test_nesting (void)
{
  const char *const opens[] = {"[", "{\"a\":", "[{\"a\":"};
  const char *const closes[] = {"]", "}", "}]"};
  const guint depths[] = {PN_JSON_UNKNOWN_NEST_MAX, PN_JSON_NEST_MAX, 100000};

  for (guint i = 0; i < G_N_ELEMENTS (opens); i++)
    for (guint j = 0; j < G_N_ELEMENTS (depths); j++) {
      g_autofree char *json = nested (depths[j], opens[i], "1", closes[i]);

      assert_refused (json, strlen (json), PN_DOC_ERROR_SYNTAX, "nested more than");
    }
  /* Brackets that are never closed, and those within strings. */
  {
    g_autofree char *open = nested (100000, "[", "", "");
    g_autofree char *quoted = nested (1, "\"", "[[[[[[[[[[", "\"");
    g_autofree char *words = g_strnfill (100000, '[');
    g_autofree char *many = nested (1, "\"\\\"", words, "\"");
    g_autofree char *deep = nested (PN_JSON_UNKNOWN_NEST_MAX - 1, "[", "", "]");
    const char *const fine[] = {quoted, many, deep};

    assert_refused (open, strlen (open), PN_DOC_ERROR_SYNTAX, "nested more than");
    for (guint i = 0; i < G_N_ELEMENTS (fine); i++) {
      g_autoptr (GError) error = NULL;
      g_autoptr (PnRoot) root = pn_root_from_json (fine[i], strlen (fine[i]), &error);
      g_autofree char *again = NULL;
      g_autoptr (PnRoot) read = NULL;

      g_assert_no_error (error);
      again = pn_root_to_json (root, NULL);
      read = pn_root_from_json (again, strlen (again), &error);
      g_assert_no_error (error);
    }
  }
}

static char *
groups (guint n)
{
  GString *json = g_string_new (NULL);
  const char *at = strstr (good, "\"layers\":");

  g_string_append_len (json, good, at - good);
  for (guint i = 1; i <= n; i++)
    g_string_append_printf (json, "\"layers\":[{\"id\":\"%016x\",\"kind\":\"group\",", i);
  g_string_append (json, "\"name\":\"innermost\"");
  for (guint i = 0; i < n; i++)
    g_string_append (json, "}]");
  g_string_append_c (json, '}');
  return g_string_free (json, FALSE);
}

static void
test_groups (void)
{
  g_autofree char *deep = groups (PN_LAYER_NEST_MAX);
  g_autofree char *deeper = groups (PN_LAYER_NEST_MAX + 1);
  g_autofree char *deepest = groups (PN_JSON_NEST_MAX / 2 - 1);
  g_autofree char *beyond = groups (50000);
  g_autoptr (GError) error = NULL;
  g_autoptr (PnRoot) root = pn_root_from_json (deep, strlen (deep), &error);

  g_assert_no_error (error);
  g_assert_cmpuint (pn_layer_height (root->layers.items[0]), ==, PN_LAYER_NEST_MAX);
  assert_refused (deeper, strlen (deeper), PN_DOC_ERROR_VALUE, "Groups are nested");
  assert_refused (deepest, strlen (deepest), PN_DOC_ERROR_VALUE, "Groups are nested");
  assert_refused (beyond, strlen (beyond), PN_DOC_ERROR_SYNTAX, "nested more than");
}

static void
test_size (void)
{
  gsize length = PN_JSON_BYTES_MAX + 1;
  g_autofree char *spaces = g_strnfill (length, ' ');

  assert_refused (spaces, length, PN_DOC_ERROR_SYNTAX, "megabytes");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/doc/bad-document/faults", test_faults);
  g_test_add_func ("/doc/bad-document/cut", test_cut);
  g_test_add_func ("/doc/bad-document/nesting", test_nesting);
  g_test_add_func ("/doc/bad-document/groups", test_groups);
  g_test_add_func ("/doc/bad-document/size", test_size);
  return g_test_run ();
}
