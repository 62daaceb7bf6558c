package dev.quipu.bench.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import org.sqlite.util.LibraryLoaderUtil;

/// SQLite's library, for children. Left to itself the driver writes a copy into the temporary
/// folder at every start, and a child that is killed leaves it there.
final class NativeLibrary {

  private static final String PATH = "org.sqlite.lib.path";
  private static final String NAME = "org.sqlite.lib.name";

  private static final List<String> OPTIONS = find();

  private NativeLibrary() {}

  static List<String> options() {
    return OPTIONS;
  }

  /// Where the launcher has put it, else a copy that lives as long as this process.
  private static List<String> find() {
    var path = System.getProperty(PATH);
    var name = System.getProperty(NAME);
    if (path != null && name != null) {
      return options(path, name);
    }
    var resource =
        LibraryLoaderUtil.getNativeLibResourcePath() + "/" + LibraryLoaderUtil.getNativeLibName();
    try (var library = LibraryLoaderUtil.class.getResourceAsStream(resource)) {
      if (library == null) {
        return List.of();
      }
      var folder = Files.createTempDirectory("quipu-bench-native-");
      var file = folder.resolve(LibraryLoaderUtil.getNativeLibName());
      Files.copy(library, file);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> Scratch.remove(folder)));
      return options(folder.toString(), file.getFileName().toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> options(String path, String name) {
    return List.of("-D" + PATH + "=" + path, "-D" + NAME + "=" + name);
  }
}
