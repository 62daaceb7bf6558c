package dev.quipu.server.rest;

import dev.quipu.model.json.JsonObject;

/// A parameter that a route takes, and how the API's description shows it.
///
/// @param schema JSON Schema of the value
record Parameter(String name, Place place, String description, JsonObject schema) {

  enum Place {
    QUERY("query"),
    HEADER("header");

    private final String wireName;

    Place(String wireName) {
      this.wireName = wireName;
    }

    String wireName() {
      return wireName;
    }
  }

  static Parameter query(String name, String description, JsonObject schema) {
    return new Parameter(name, Place.QUERY, description, schema);
  }

  static Parameter header(String name, String description, JsonObject schema) {
    return new Parameter(name, Place.HEADER, description, schema);
  }
}
