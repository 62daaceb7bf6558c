package dev.quipu.tika;

import dev.quipu.engine.files.FileSource;
import dev.quipu.engine.files.FileText;
import dev.quipu.engine.files.FileTexts;
import dev.quipu.engine.files.Unreadable;
import dev.quipu.files.ChildProgram;
import dev.quipu.files.SniffingFileTexts;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The files in `src/test/resources/files`, read by the real program in a real process.
final class Reading implements AutoCloseable {

  private final FileTexts files;

  private Reading(FileTexts files) {
    this.files = files;
  }

  static Reading open(Path scratch) throws IOException {
    return new Reading(SniffingFileTexts.open(program(), scratch));
  }

  /// As the build leaves it.
  static ChildProgram program() {
    try {
      var source = Main.class.getProtectionDomain().getCodeSource();
      return ChildProgram.tika(Path.of(source.getLocation().toURI()).getParent());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  static Path file(String name) {
    return Path.of("src/test/resources/files").resolve(name);
  }

  static FileSource source(String name) throws IOException {
    var file = file(name);
    return new FileSource(() -> Files.newInputStream(file), Files.size(file), name, null);
  }

  FileTexts files() {
    return files;
  }

  FileText read(String name) throws IOException, Unreadable {
    return files.read(source(name));
  }

  @Override
  public void close() {
    files.close();
  }
}
