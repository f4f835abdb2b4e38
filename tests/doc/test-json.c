/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "pn-test-bits.h"

#include "pn-json-private.h"

#define SEED 20240613

static char *
write_double (double value)
{
  PnJsonWriter *writer = pn_json_writer_new ();

  pn_json_begin_object (writer, NULL, PN_JSON_LINE);
  pn_json_add_double (writer, "a", value);
  pn_json_end_object (writer);
  return pn_json_writer_finish (writer, NULL);
}

static void
test_number_forms (void)
{
  const struct {
    double value;
    const char *text;
  } cases[] = {
      {0, "{\"a\": 0}\n"},
      {-0.0, "{\"a\": -0.0}\n"},
      {-3, "{\"a\": -3}\n"},
      {0.1, "{\"a\": 0.1}\n"},
      {0.30000000000000004, "{\"a\": 0.30000000000000004}\n"},
      {1e14, "{\"a\": 100000000000000}\n"},
      {1e22, "{\"a\": 1e+22}\n"},
      {1234567890123456, "{\"a\": 1234567890123456.0}\n"},
      {5e-324, "{\"a\": 4.94065645841247e-324}\n"},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text = write_double (cases[i].value);

    g_assert_cmpstr (text, ==, cases[i].text);
  }
}

/* Any finite double comes back to the bit. */
static void
test_numbers (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (SEED);

  for (guint i = 0; i < 20000; i++) {
    guint64 bits = (guint64)g_rand_int (rand) << 32 | g_rand_int (rand);
    g_autofree char *text = NULL;
    g_autoptr (JsonNode) node = NULL;
    g_autoptr (GError) error = NULL;
    JsonNode *value;
    double number;
    double read;

    memcpy (&number, &bits, sizeof number);
    if (!isfinite (number))
      continue;
    text = write_double (number);
    node = pn_json_parse (text, strlen (text), &error);
    g_assert_no_error (error);
    value = json_object_get_member (json_node_get_object (node), "a");
    read = json_node_get_value_type (value) == G_TYPE_INT64 ? (double)json_node_get_int (value)
                                                            : json_node_get_double (value);
    pn_assert_same_bits (read, number);
  }
}

static void
test_strings (void)
{
  const char *const strings[] = {"", "\"\\/\b\f\n\r\t\x01\x7f", "é😀\xe2\x80\xa8", "a\\u0041"};

  for (guint i = 0; i < G_N_ELEMENTS (strings); i++) {
    PnJsonWriter *writer = pn_json_writer_new ();
    g_autofree char *text = NULL;
    g_autoptr (JsonNode) node = NULL;
    g_autoptr (GError) error = NULL;
    JsonObject *object;

    pn_json_begin_object (writer, NULL, PN_JSON_BLOCK);
    pn_json_add_string (writer, strings[i], strings[i]);
    pn_json_end_object (writer);
    text = pn_json_writer_finish (writer, NULL);
    node = pn_json_parse (text, strlen (text), &error);
    g_assert_no_error (error);
    object = json_node_get_object (node);
    g_assert_cmpuint (json_object_get_size (object), ==, 1);
    g_assert_cmpstr (json_object_get_string_member (object, strings[i]), ==, strings[i]);
  }
}

static void
test_layout (void)
{
  static const char source[] =
      "{\"a\":1,\"kept\":{\"list\":[1,2],\"deep\":[[],{}]},\"b\":2,\"extra\":null}";
  static const char wanted[] = "{\n"
                               "  \"a\": 5,\n"
                               "  \"line\": {\"b\": {\"c\": [1]}},\n"
                               "  \"kept\": {\n"
                               "    \"list\": [1, 2],\n"
                               "    \"deep\": [\n"
                               "      [],\n"
                               "      {}\n"
                               "    ]\n"
                               "  },\n"
                               "  \"b\": 2,\n"
                               "  \"extra\": null\n"
                               "}\n";
  g_autoptr (JsonNode) node = pn_json_parse (source, strlen (source), NULL);
  PnJsonWriter *writer = pn_json_writer_new ();
  g_autofree char *text = NULL;
  gsize length;

  /* A member that was written is not written again, whatever objects inside it hold. */
  pn_json_begin_object (writer, NULL, PN_JSON_BLOCK);
  pn_json_add_int (writer, "a", 5);
  pn_json_begin_object (writer, "line", PN_JSON_LINE);
  pn_json_begin_object (writer, "b", PN_JSON_BLOCK);
  pn_json_begin_array (writer, "c", PN_JSON_BLOCK);
  pn_json_add_int (writer, NULL, 1);
  pn_json_end_array (writer);
  pn_json_end_object (writer);
  pn_json_end_object (writer);
  pn_json_add_members (writer, node);
  pn_json_add_members (writer, NULL);
  pn_json_end_object (writer);
  text = pn_json_writer_finish (writer, &length);
  g_assert_cmpstr (text, ==, wanted);
  g_assert_cmpuint (length, ==, strlen (wanted));
}

/* Half of an object is dropped without a leak. */
static void
test_unfinished (void)
{
  g_autoptr (PnJsonWriter) writer = pn_json_writer_new ();

  pn_json_begin_object (writer, NULL, PN_JSON_BLOCK);
  pn_json_begin_array (writer, "a", PN_JSON_BLOCK);
}

static void
test_nest (void)
{
  static const char source[] = "{\"a\":1,\"b\":[[{}],2],\"c\":{\"d\":\"[[[[[\"}}";
  g_autoptr (JsonNode) node = pn_json_parse (source, strlen (source), NULL);

  g_assert_cmpuint (pn_json_nest (node), ==, 4);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_message ("seed %d", SEED);
  g_test_add_func ("/doc/json/number-forms", test_number_forms);
  g_test_add_func ("/doc/json/numbers", test_numbers);
  g_test_add_func ("/doc/json/strings", test_strings);
  g_test_add_func ("/doc/json/layout", test_layout);
  g_test_add_func ("/doc/json/unfinished", test_unfinished);
  g_test_add_func ("/doc/json/nest", test_nest);
  return g_test_run ();
}
