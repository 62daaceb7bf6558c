package dev.quipu.sql;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Where a PostgreSQL database is, who we are there, and how the way to it is secured:
/// `postgres://user:password@host:port/database?sslmode=verify-full&sslrootcert=…`.
///
/// @param hosts `host:port`, or several with commas between them
/// @param schema in which our tables are; made if it is not there
/// @param options of the driver, by its names
public record PostgresAddress(
    String hosts,
    String database,
    String user,
    String password,
    String schema,
    Map<String, String> options) {

  private static final Pattern SHAPE =
      Pattern.compile(
          "postgres(?:ql)?://(?:(?<user>[^:@/]*)(?::(?<password>[^@/]*))?@)?"
              + "(?<hosts>[^@/?]+)/(?<database>[^/?]+)(?:\\?(?<options>.*))?");

  private static final Pattern SCHEMA = Pattern.compile("[a-z_][a-z0-9_]{0,62}");

  /// What a user may say about the way, and what the driver calls it. All else about a connection
  /// is ours to say.
  private static final Map<String, String> OPTIONS =
      Map.of(
          "sslmode", "sslmode",
          "sslrootcert", "sslrootcert",
          "sslcert", "sslcert",
          "sslkey", "sslkey",
          "target_session_attrs", "targetServerType",
          "connect_timeout", "connectTimeout");

  public PostgresAddress {
    options = Map.copyOf(options);
    if (!SCHEMA.matcher(schema).matches()) {
      throw new IllegalArgumentException(
          "the schema is to match " + SCHEMA + ", unlike '" + schema + "'");
    }
  }

  /// Reads an address. Of its parts, user and password may be left out, and are empty then.
  ///
  /// @throws IllegalArgumentException that says what is wrong, without the password
  public static PostgresAddress parse(String address) {
    var parts = SHAPE.matcher(address);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "an address of PostgreSQL looks like postgres://user:password@host:5432/database");
    }
    var schema = "public";
    var options = new TreeMap<String, String>();
    for (var option : text(parts.group("options")).split("&", -1)) {
      int equals = option.indexOf('=');
      var name = equals < 0 ? option : option.substring(0, equals);
      var value = equals < 0 ? "" : decoded(option.substring(equals + 1));
      if (name.equals("schema")) {
        schema = value;
      } else if (OPTIONS.containsKey(name)) {
        options.put(OPTIONS.get(name), value);
      } else if (!option.isEmpty()) {
        throw new IllegalArgumentException(
            "'"
                + name
                + "' is no option of an address; there are schema, "
                + String.join(", ", new TreeMap<>(OPTIONS).keySet()));
      }
    }
    return new PostgresAddress(
        parts.group("hosts"),
        decoded(parts.group("database")),
        decoded(text(parts.group("user"))),
        decoded(text(parts.group("password"))),
        schema,
        options);
  }

  /// The same place with the password from somewhere safer than a command line.
  public PostgresAddress withPassword(String password) {
    return new PostgresAddress(hosts, database, user, password, schema, options);
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }

  /// A plus is a plus, also in a password.
  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), UTF_8);
  }

  @Override
  public String toString() {
    return "postgres://" + user + "@" + hosts + "/" + database + "?schema=" + schema;
  }
}
