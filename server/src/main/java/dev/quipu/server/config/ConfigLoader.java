package dev.quipu.server.config;

import dev.quipu.embedding.Endpoint;
import dev.quipu.sql.PostgresAddress;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
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

  /// Variables of the launcher and of the command line, which are not ours to read.
  private static final Set<String> NOT_OURS = Set.of("QUIPU_BUILDING", "QUIPU_CONFIG");

  private final Map<Setting, String> values = new EnumMap<>(Setting.class);
  private final List<String> mistakes = new ArrayList<>();

  private ConfigLoader() {
    for (var setting : Setting.values()) {
      if (setting.fallback() != null) {
        values.put(setting, setting.fallback());
      }
    }
  }

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
    flags.forEach((key, value) -> loader.add(key, value, "the option --" + key));
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
              var key = Setting.keyOfVariable(name);
              if (key != null && !NOT_OURS.contains(name)) {
                add(key, value, "the variable " + name);
              }
            });
  }

  private void add(String key, String value, String place) {
    var setting = Setting.ofKey(key);
    if (setting == null) {
      mistakes.add(place + " is unknown; known are: " + String.join(", ", Setting.keys()));
    } else {
      values.put(setting, value);
    }
  }

  private ServerConfig read() {
    var http =
        new HttpConfig(
            text(Setting.HOST),
            integer(Setting.PORT, 0, 65_535),
            names(Setting.ALLOWED_HOSTS),
            names(Setting.ALLOWED_ORIGINS),
            Duration.ofSeconds(integer(Setting.PATIENCE_SECONDS, 1, 3_600)),
            Duration.ofSeconds(integer(Setting.STOP_GRACE_SECONDS, 0, 3_600)));
    var folder = Path.of(text(Setting.DATA));
    var token = values.get(Setting.ADMIN_TOKEN);
    if (token != null && token.length() < 16) {
      mistakes.add("`admin-token` is too short to be a secret: use 16 characters or more");
    }
    var embedder = embedder();
    var before = embedderBefore();
    if (before != null
        && embedder instanceof EmbedderConfig.Remote(var endpoint)
        && endpoint.name().equals(before.name())) {
      mistakes.add(
          "`embedder` and `embedder-before` have models of one name: give the new one another by"
              + " its option `name`");
    }
    return new ServerConfig(
        http,
        storage(folder),
        blobs(folder),
        embedder,
        before,
        folder,
        token == null ? null : new Secret(token));
  }

  private EmbedderConfig embedder() {
    try {
      return EmbedderConfig.parse(
          text(Setting.EMBEDDER),
          values.get(Setting.EMBEDDER_KEY),
          values.get(Setting.EMBEDDER_FILES));
    } catch (IllegalArgumentException e) {
      mistakes.add("`embedder`: " + e.getMessage());
      return new EmbedderConfig.None();
    }
  }

  private @Nullable Endpoint embedderBefore() {
    var address = values.get(Setting.EMBEDDER_BEFORE);
    if (address == null) {
      return null;
    }
    try {
      var key = values.get(Setting.EMBEDDER_BEFORE_KEY);
      return Endpoint.parse(address, key == null ? null : new Endpoint.Key(key));
    } catch (IllegalArgumentException e) {
      mistakes.add("`embedder-before`: " + e.getMessage());
      return null;
    }
  }

  private StorageConfig storage(Path folder) {
    var storage = text(Setting.STORAGE);
    if (storage.equals("sqlite")) {
      return new StorageConfig.Sqlite(folder);
    }
    if (storage.startsWith("postgres")) {
      try {
        var address = PostgresAddress.parse(storage);
        var password = values.get(Setting.STORAGE_PASSWORD);
        return new StorageConfig.Postgres(
            password == null ? address : address.withPassword(password));
      } catch (IllegalArgumentException e) {
        mistakes.add("`storage`: " + e.getMessage());
      }
    } else {
      mistakes.add("`storage` is neither `sqlite` nor an address such as postgres://…");
    }
    return new StorageConfig.Sqlite(folder);
  }

  private BlobConfig blobs(Path folder) {
    var blobs = text(Setting.BLOBS);
    var access = values.get(Setting.BLOBS_ACCESS_KEY);
    var secret = values.get(Setting.BLOBS_SECRET_KEY);
    if ((access == null) != (secret == null)) {
      mistakes.add("`blobs-access-key` and `blobs-secret-key` go together: one of them is missing");
    }
    if (BlobConfig.isBucket(blobs)) {
      try {
        return BlobConfig.bucket(blobs, access, secret, folder);
      } catch (IllegalArgumentException e) {
        mistakes.add("`blobs`: " + e.getMessage());
      }
    } else if (!blobs.equals("files")) {
      mistakes.add("`blobs` is neither `files` nor an address such as s3://bucket/prefix");
    }
    return BlobConfig.in(folder);
  }

  private String text(Setting setting) {
    var value = values.getOrDefault(setting, "");
    if (value.isBlank()) {
      mistakes.add("`" + setting.key() + "` is empty");
    }
    return value;
  }

  private int integer(Setting setting, int min, int max) {
    try {
      int value = Integer.parseInt(values.getOrDefault(setting, ""));
      if (min <= value && value <= max) {
        return value;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    mistakes.add("`" + setting.key() + "` is not a whole number from " + min + " to " + max);
    return min;
  }

  private Set<String> names(Setting setting) {
    return Stream.of(values.getOrDefault(setting, "").split(","))
        .map(name -> name.strip().toLowerCase(Locale.ROOT))
        .filter(name -> !name.isEmpty())
        .collect(Collectors.toUnmodifiableSet());
  }
}
