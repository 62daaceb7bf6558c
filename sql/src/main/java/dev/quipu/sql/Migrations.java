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

/// Brings tables to the schema that this program speaks. Forward only.
final class Migrations {

  /// The code of a failure: this program does not speak the schema that is there.
  static final String UNKNOWN_SCHEMA = "storage.schema";

  /// The truth, and what is read out of it.
  static final Migrations LOG =
      new Migrations(
          "schema_version",
          List.of(
              "V001__log_and_views.sql", "V002__several_servers.sql", "V003__index_source.sql"));

  /// What can be made again at any time; in a file of its own where databases are files.
  static final Migrations VECTORS =
      new Migrations("vector_schema_version", List.of("vectors/V001__vectors.sql"));

  private static final Pattern CREATED_TABLE = Pattern.compile("(?m)^CREATE TABLE (\\w+)");
  private static final Pattern COMMENT = Pattern.compile("(?m)^--.*$");
  private static final Pattern WORD = Pattern.compile("\\$\\{(\\w+)}");

  private final String versions;
  private final List<String> files;

  /// @param versions the table that says what has been done
  /// @param files the place in the list is the version: the first is 1
  private Migrations(String versions, List<String> files) {
    this.versions = versions;
    this.files = files;
  }

  /// All that is missing, in one transaction: a crash leaves the old schema or the new one.
  void run(Session session) {
    session.dialect().beginAlone(session);
    session.run(
        "CREATE TABLE IF NOT EXISTS " + versions + " (version BIGINT NOT NULL PRIMARY KEY)");
    int found = versionOf(session);
    refuseNewer(found);
    for (int version = found + 1; version <= files.size(); version++) {
      run(session, files.get(version - 1));
      session.sql("INSERT INTO " + versions + " (version) VALUES (?)").number(version).run();
    }
    session.commit();
  }

  private static void run(Session session, String file) {
    for (var statement : statements(file, session.dialect().words())) {
      session.run(statement);
    }
  }

  private void refuseNewer(int found) {
    if (found > files.size()) {
      throw new Unavailable(
          UNKNOWN_SCHEMA,
          "The database was written by a newer Quipu: it has schema "
              + found
              + ", and this program knows schemas up to "
              + files.size()
              + ". Start the newer program.",
          Duration.ZERO);
    }
  }

  /// Whether there is anything of it.
  boolean isThere(Session session) {
    return session.dialect().hasTable(session, versions);
  }

  /// For those who only read, and hence cannot bring an older schema up.
  ///
  /// @throws Unavailable unless the database has the schema that this program speaks
  void check(Session session) {
    if (!isThere(session)) {
      throw new Unavailable(UNKNOWN_SCHEMA, "There is no Quipu in the database.", Duration.ZERO);
    }
    int found = versionOf(session);
    refuseNewer(found);
    if (found < files.size()) {
      throw new Unavailable(
          UNKNOWN_SCHEMA,
          "The database was written by an older Quipu: it has schema "
              + found
              + ", and this program reads schema "
              + files.size()
              + ". Start a server of this program on it first.",
          Duration.ZERO);
    }
  }

  /// Throws away all there is and makes the tables anew, inside a transaction of the caller's.
  void startOver(Session session) {
    for (var file : files) {
      CREATED_TABLE
          .matcher(read(file))
          .results()
          .forEach(created -> session.run("DROP TABLE IF EXISTS " + created.group(1)));
    }
    files.forEach(file -> run(session, file));
  }

  private int versionOf(Session session) {
    var version =
        session.sql("SELECT COALESCE(MAX(version), 0) FROM " + versions).first(Row::integer);
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
