package dev.quipu.server.rest;

import dev.quipu.model.Limits;
import java.util.ArrayList;
import java.util.List;

/// Parameters that many routes take.
final class Parameters {

  static final Parameter IDEMPOTENCY_KEY =
      Parameter.header(
          "Idempotency-Key",
          "A name for this write. Sent again within 24 hours, it gets the first answer.",
          Schemas.TEXT);

  static final Parameter IF_MATCH =
      Parameter.header(
          "If-Match",
          "ETags, one of which must be that of the version in force, or *.",
          Schemas.TEXT);

  static final List<Parameter> READ_TIME =
      List.of(
          Parameter.query("as_of", "What was true at this time.", Schemas.TIME),
          Parameter.query(
              "as_known_at",
              "What was known then: a log position or a time, not ahead of us.",
              Schemas.TEXT),
          Parameter.query(
              "snapshot",
              "What was known at the position that has this tag; in place of as_known_at.",
              Schemas.TEXT),
          Parameter.query(
              "after",
              "Waits until the log has come to this position, as a write at another server gave it;"
                  + " 503 if it does not come there soon.",
              Schemas.INTEGER));

  static final Parameter NESTED =
      Parameter.query(
          "nested", "Also of the sessions below the one in session_id.", Schemas.BOOLEAN);

  private Parameters() {}

  static List<Parameter> page(Limits limits) {
    return List.of(
        Parameter.query("limit", "Items on the page.", Schemas.integer(1, limits.maxPage())),
        Parameter.query("cursor", "next_cursor of the page before.", Schemas.TEXT));
  }

  @SafeVarargs
  static List<Parameter> all(List<Parameter>... lists) {
    var all = new ArrayList<Parameter>();
    for (var list : lists) {
      all.addAll(list);
    }
    return all;
  }
}
