package dev.quipu.server.config;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads the configuration: defaults, then a properties file, then `QUIPU_…` variables, then flags;
/// the later wins. `allowed-hosts` is the key in the file and the flag, `QUIPU_ALLOWED_HOSTS` the
/// variable.
public final class ConfigLoader {

  private static final Map<String, String> DEFAULTS =
      Map.of(
          "host", "127.0.0.1",
          "port", "8484",
          "data", "quipu-data",
          "allowed-hosts", "",
          "allowed-origins", "",
          "patience-seconds", "30",
          "stop-grace-seconds", "10");

  private static final Set<String> KEYS =
      Stream.concat(DEFAULTS.keySet().stream(), Stream.of("admin-token"))
          .collect(Collectors.toUnmodifiableSet());

  private static final String PREFIX = "QUIPU_";

  /// Variables of the launcher and of the command line, which are not ours to read.
  private static final Set<String> NOT_OURS = Set.of("QUIPU_BUILDING", "QUIPU_CONFIG");

  private final Map<String, String> values = new HashMap<>(DEFAULTS);
  private final List<String> mistakes = new ArrayList<>();

  private ConfigLoader() {}

  /// Loads the configuration, or throws all its mistakes at once.
  ///
  /// @param flags by key
  /// @param file null = none
  public static ServerConfig load(
      Map<String, String> flags, Map<String, String> environment, @Nullable Path file) {
    var loader = new ConfigLoader();
    if (file != null) {
      loader.addFile(file);
    }
    loader.addEnvironment(environment);
    loader.values.putAll(flags);
    var config = loader.read();
    if (!loader.mistakes.isEmpty()) {
      throw new BadConfig(loader.mistakes);
    }
    return config;
  }

  private void addFile(Path file) {
    var properties = new Properties();
    try (Reader in = Files.newBufferedReader(file)) {
      properties.load(in);
    } catch (IOException | IllegalArgumentException e) {
      mistakes.add("the file " + file + " cannot be read: " + e.getMessage());
      return;
    }
    for (var key : new TreeSet<>(properties.stringPropertyNames())) {
      add(key, properties.getProperty(key).strip(), "`" + key + "` in " + file);
    }
  }

  private void addEnvironment(Map<String, String> environment) {
    new TreeMap<>(environment)
        .forEach(
            (name, value) -> {
              if (name.startsWith(PREFIX) && !NOT_OURS.contains(name)) {
                var key = name.substring(PREFIX.length()).toLowerCase(Locale.ROOT);
                add(key.replace('_', '-'), value, "the variable " + name);
              }
            });
  }

  private void add(String key, String value, String place) {
    if (KEYS.contains(key)) {
      values.put(key, value);
    } else {
      mistakes.add(place + " is unknown; known are: " + String.join(", ", new TreeSet<>(KEYS)));
    }
  }

  private ServerConfig read() {
    var http =
        new HttpConfig(
            text("host"),
            integer("port", 0, 65_535),
            names("allowed-hosts"),
            names("allowed-origins"),
            Duration.ofSeconds(integer("patience-seconds", 1, 3_600)),
            Duration.ofSeconds(integer("stop-grace-seconds", 0, 3_600)));
    var folder = Path.of(text("data"));
    var token = values.get("admin-token");
    if (token != null && token.length() < 16) {
      mistakes.add("`admin-token` is too short to be a secret: use 16 characters or more");
    }
    return new ServerConfig(
        http, new StorageConfig.Sqlite(folder), folder, token == null ? null : new Secret(token));
  }

  private String text(String key) {
    var value = values.getOrDefault(key, "");
    if (value.isBlank()) {
      mistakes.add("`" + key + "` is empty");
    }
    return value;
  }

  private int integer(String key, int min, int max) {
    try {
      int value = Integer.parseInt(values.getOrDefault(key, ""));
      if (min <= value && value <= max) {
        return value;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    mistakes.add("`" + key + "` is not a whole number from " + min + " to " + max);
    return min;
  }

  private Set<String> names(String key) {
    return Stream.of(values.getOrDefault(key, "").split(","))
        .map(name -> name.strip().toLowerCase(Locale.ROOT))
        .filter(name -> !name.isEmpty())
        .collect(Collectors.toUnmodifiableSet());
  }
}
