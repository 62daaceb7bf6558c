package dev.quipu.server.cli;

import dev.quipu.server.config.ConfigLoader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads the usual `serve --port 8484 --data DIR` without picocli, whose classes have a format that
/// the JVM's AOT cache does not take: loading them was a third of every start.
///
/// Whatever else was typed, mistakes above all, is left to picocli.
final class PlainServe {

  private static final String CONFIG = "config";
  private static final Set<String> OPTIONS = Set.of("data", "port", "host", CONFIG);

  private PlainServe() {}

  /// The values by name, or null if this is for picocli.
  static @Nullable Map<String, String> read(String... args) {
    if (args.length % 2 == 0 || !args[0].equals("serve")) {
      return null;
    }
    var values = new HashMap<String, String>();
    for (int i = 1; i < args.length; i += 2) {
      var name = args[i].startsWith("--") ? args[i].substring(2) : "";
      var value = args[i + 1];
      if (!OPTIONS.contains(name) || value.startsWith("-") || values.put(name, value) != null) {
        return null;
      }
    }
    return values;
  }

  static int run(Map<String, String> values) {
    var flags = new HashMap<>(values);
    var file = flags.remove(CONFIG);
    try {
      return ServeCommand.serve(
          ConfigLoader.load(flags, System.getenv(), file == null ? null : Path.of(file)));
    } catch (Exception e) {
      return ExitCodes.report(e, System.err);
    }
  }
}
