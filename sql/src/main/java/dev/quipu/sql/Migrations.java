package dev.quipu.sql;

import dev.quipu.model.failure.Unavailable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Brings a database to the schema that this program speaks. Forward only.
final class Migrations {

  private static final String CREATE_SCHEMA_VERSION =
      "CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL PRIMARY KEY)";
  private static final String SELECT_SCHEMA_VERSION =
      "SELECT COALESCE(MAX(version), 0) FROM schema_version";
  private static final String INSERT_SCHEMA_VERSION =
      "INSERT INTO schema_version (version) VALUES (?)";

  /// The place in the list is the version: the first is 1.
  private static final List<String> FILES =
      List.of("V001__log_and_views.sql", "V002__several_servers.sql", "V003__index_source.sql");

  private static final String SCHEMA_VERSION = "schema_version";

  private static final Pattern CREATED_TABLE = Pattern.compile("(?m)^CREATE TABLE (\\w+)");
  private static final Pattern COMMENT = Pattern.compile("(?m)^--.*$");
  private static final Pattern WORD = Pattern.compile("\\$\\{(\\w+)}");

  private Migrations() {}

  /// All that is missing, in one transaction: a crash leaves the old schema or the new one.
  static void run(Session session) {
    session.dialect().beginAlone(session);
    session.run(CREATE_SCHEMA_VERSION);
    int found = versionOf(session);
    refuseNewer(found);
    for (int version = found + 1; version <= FILES.size(); version++) {
      run(session, FILES.get(version - 1));
      session.sql(INSERT_SCHEMA_VERSION).number(version).run();
    }
    session.commit();
  }

  private static void run(Session session, String file) {
    for (var statement : statements(file, session.dialect().words())) {
      session.run(statement);
    }
  }

  private static void refuseNewer(int found) {
    if (found > FILES.size()) {
      throw new Unavailable(
          "storage.schema",
          "The database was written by a newer Quipu: it has schema "
              + found
              + ", and this program knows schemas up to "
              + FILES.size()
              + ". Start the newer program.",
          Duration.ZERO);
    }
  }

  /// For those who only read, and hence cannot bring an older schema up.
  ///
  /// @throws Unavailable unless the database has the schema that this program speaks
  static void check(Session session) {
    if (!session.dialect().hasTable(session, SCHEMA_VERSION)) {
      throw new Unavailable("storage.schema", "There is no Quipu in the database.", Duration.ZERO);
    }
    int found = versionOf(session);
    refuseNewer(found);
    if (found < FILES.size()) {
      throw new Unavailable(
          "storage.schema",
          "The database was written by an older Quipu: it has schema "
              + found
              + ", and this program reads schema "
              + FILES.size()
              + ". Start a server of this program on it first.",
          Duration.ZERO);
    }
  }

  /// Throws away all there is and makes the tables anew, inside a transaction of the caller's.
  static void startOver(Session session) {
    for (var file : FILES) {
      CREATED_TABLE
          .matcher(read(file))
          .results()
          .forEach(created -> session.run("DROP TABLE IF EXISTS " + created.group(1)));
    }
    FILES.forEach(file -> run(session, file));
  }

  private static int versionOf(Session session) {
    var version = session.sql(SELECT_SCHEMA_VERSION).first(Row::integer);
    return version == null ? 0 : version;
  }

  private static List<String> statements(String file, Map<String, String> words) {
    var text = COMMENT.matcher(read(file)).replaceAll("");
    var spoken =
        WORD.matcher(text)
            .replaceAll(word -> Matcher.quoteReplacement(words.getOrDefault(word.group(1), "?")));
    return Pattern.compile(";\\s*\n")
        .splitAsStream(spoken)
        .map(String::strip)
        .filter(statement -> !statement.isEmpty())
        .toList();
  }

  private static String read(String file) {
    try (var in = Migrations.class.getResourceAsStream("/db/migration/" + file)) {
      if (in == null) {
        throw new IllegalStateException("no such migration: " + file);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
