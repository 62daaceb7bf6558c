package dev.quipu.server.config;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Everything that can be set, with its default and what it is for. The reference in
/// `docs/operations.md` is this list.
public enum Setting {
  HOST("127.0.0.1", "The address to listen on."),
  PORT("8484", "The port to listen on; 0 = any that is free."),
  DATA(
      "quipu-data",
      "The data folder: the database if it is SQLite, blobs if they are files, the admin token unless"
          + " it is set."),
  STORAGE(
      "sqlite",
      "`sqlite` (in the data folder) or"
          + " `postgres://user@host:5432/database?sslmode=verify-full&sslrootcert=FILE`; `schema=NAME`"
          + " puts the tables elsewhere than in `public`."),
  STORAGE_PASSWORD(
      null, "The password of the database, unless the address has it. Not to be given as a flag."),
  BLOBS(
      "files",
      "`files` (in the data folder) or"
          + " `s3://bucket/prefix?endpoint=https://host:port&region=NAME`, a bucket of Amazon's or,"
          + " with `endpoint`, of any server that speaks S3. Servers that share a database share a"
          + " bucket."),
  BLOBS_ACCESS_KEY(
      null, "The access key of the bucket; else the one that Amazon's tools find on the machine."),
  BLOBS_SECRET_KEY(null, "The secret of the access key. Not to be given as a flag."),
  EMBEDDER(
      "bge-small",
      "What makes vectors, so that things are found by their meaning too: `bge-small` or `minilm` in"
          + " our own process (English), `bge-small-static` for trials (a table made from"
          + " `bge-small` at the first start: next to no cost, less good), `none`, or an endpoint"
          + " that speaks as OpenAI's does, such as `http://127.0.0.1:11434/v1?model=NAME`. Its"
          + " further options are `dimension`, `tokens` (of a passage, 512), `name` (by which"
          + " we know the model, if not by that of the endpoint), `revision`, `question-prefix`, `document-prefix`, `letters`"
          + " (`latin` for a model that reads no others; `all`), `batch` (texts of a"
          + " request, at most 32),"
          + " `timeout-seconds`, `attempts` and, as its budget, `texts-per-minute`,"
          + " `tokens-per-minute`, `texts-per-day`, `tokens-per-day`."),
  EMBEDDER_KEY(null, "The key of the endpoint. Not to be given as a flag."),
  EMBEDDER_BEFORE(
      null,
      "The address of an endpoint, as in `embedder`, which made vectors before: its model answers"
          + " until that of `embedder` has come as far, and can be chosen while the server runs. To"
          + " be left out when `GET /v1/admin/models` shows that it answers for nobody."),
  EMBEDDER_BEFORE_KEY(null, "The key of that endpoint. Not to be given as a flag."),
  EMBEDDER_FILES(
      null, "A folder with the files of the local model, in the place of those in the program."),
  ADMIN_TOKEN(
      null,
      "The operator's token, 16 characters or more; else the one in the data folder, made on first"
          + " start. Servers that share a database are given the same one. Not to be given as a flag."),
  ALLOWED_HOSTS(
      "", "Names, with commas, beside localhost that requests may address us by (`Host`)."),
  ALLOWED_ORIGINS("", "Web pages, with commas, beside our own that may send requests (`Origin`)."),
  PATIENCE_SECONDS("30", "How long a client may keep a request or an answer waiting."),
  STOP_GRACE_SECONDS("10", "How long running requests may take to end when the server stops.");

  private static final String PREFIX = "QUIPU_";

  private final @Nullable String fallback;
  private final String purpose;

  Setting(@Nullable String fallback, String purpose) {
    this.fallback = fallback;
    this.purpose = purpose;
  }

  /// In the file, and behind `--` as a flag.
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public String variable() {
    return PREFIX + name();
  }

  /// Null = none.
  public @Nullable String fallback() {
    return fallback;
  }

  public String purpose() {
    return purpose;
  }

  static @Nullable Setting ofKey(String key) {
    return Arrays.stream(values())
        .filter(setting -> setting.key().equals(key))
        .findFirst()
        .orElse(null);
  }

  /// Null if the name of the variable does not look like one of ours.
  static @Nullable String keyOfVariable(String name) {
    return name.startsWith(PREFIX)
        ? name.substring(PREFIX.length()).toLowerCase(Locale.ROOT).replace('_', '-')
        : null;
  }

  static Set<String> keys() {
    return Arrays.stream(values()).map(Setting::key).collect(Collectors.toCollection(TreeSet::new));
  }
}
