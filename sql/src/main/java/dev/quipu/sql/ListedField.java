package dev.quipu.sql;

import dev.quipu.model.id.ObjectType;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A value of a field, under which objects are listed.
record ListedField(String field, String value) {

  /// Enough to tell a rare value from a common one; the count costs no more than a page of a list.
  private static final int COUNTED_AT_MOST = 200;

  private static final String COUNT =
      """
      SELECT COUNT(*) FROM (
        SELECT 1 FROM list_key WHERE space = ? AND type = ? AND field = ? AND value = ? LIMIT ? + 0
      ) AS few
      """;

  /// The field that the fewest objects have this value in; null if no field is asked for.
  static @Nullable ListedField mostSelective(
      Session session, long space, ObjectType type, Map<String, String> fields) {
    var all =
        fields.entrySet().stream()
            .map(field -> new ListedField(field.getKey(), field.getValue()))
            .toList();
    if (all.size() < 2) {
      return all.isEmpty() ? null : all.getFirst();
    }
    var rarest = all.getFirst();
    long fewest = rarest.count(session, space, type, COUNTED_AT_MOST);
    // Each is counted only as far as it takes to see that it is not rarer.
    for (var field : all.subList(1, all.size())) {
      long count = fewest == 0 ? 0 : field.count(session, space, type, fewest);
      if (count < fewest) {
        rarest = field;
        fewest = count;
      }
    }
    return rarest;
  }

  /// As it stands in the table.
  String key() {
    return ListValue.keyOf(value);
  }

  private long count(Session session, long space, ObjectType type, long atMost) {
    var count =
        session
            .sql(COUNT)
            .number(space)
            .text(type.wireName())
            .text(field)
            .text(key())
            .number(atMost)
            .first(Row::number);
    return count == null ? 0 : count;
  }
}
