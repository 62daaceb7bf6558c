package dev.quipu.files;

import static java.util.stream.Collectors.joining;

import dev.quipu.engine.files.FileTexts;
import dev.quipu.model.Limits;
import dev.quipu.model.json.Json;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What reads documents in a process of its own: a main class and where it is found.
///
/// @param classPath folders, jars, and folders of jars
public record ChildProgram(List<Path> classPath, String mainClass) {

  /// What the build of the module `tika` leaves behind.
  private static final String MAIN = "dev.quipu.tika.Main";

  public ChildProgram {
    classPath = List.copyOf(classPath);
  }

  /// The one that Tika is in, with jars that nobody else has. That they are there is seen when they
  /// are needed: a server without them reads no documents, and does everything else.
  ///
  /// @param target the folder that the module `tika` is built in
  public static ChildProgram tika(Path target) {
    var path = new ArrayList<Path>();
    path.add(target.resolve("classes"));
    path.add(home(ChildProgram.class));
    path.add(home(FileTexts.class));
    path.add(home(Json.class));
    path.add(target.resolve("lib").resolve("*")); // as Java understands it: every jar in there
    return new ChildProgram(path, MAIN);
  }

  /// The folder or jar that a class comes from.
  private static Path home(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /// One that can take no more than its share of the machine: one core, so much memory, and files
  /// in one folder. Locale, time zone and XML are the same on every machine.
  List<String> command(Path scratch) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx" + Limits.FILES.heapBytes(),
        "-Xss1m",
        "-XX:MaxMetaspaceSize=160m",
        "-XX:ReservedCodeCacheSize=48m",
        "-XX:MaxDirectMemorySize=16m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-XX:ActiveProcessorCount=1",
        "-XX:+ExitOnOutOfMemoryError",
        // The standard output is for answers.
        "-XX:+DisplayVMOutputToStderr",
        "-XX:-CreateCoredumpOnCrash",
        "-XX:ErrorFile=" + scratch.resolve("crash"),
        "-XX:-UsePerfData",
        "-XX:+DisableAttachMechanism",
        "-Xshare:auto",
        "-Djava.io.tmpdir=" + scratch,
        "-Djava.awt.headless=true",
        "-Dfile.encoding=UTF-8",
        "-Dstdout.encoding=UTF-8",
        "-Duser.language=en",
        "-Duser.country=US",
        "-Duser.timezone=UTC",
        // No document type, no way out of a document, no name that resolves.
        "-Djdk.xml.dtd.support=deny",
        "-Djavax.xml.accessExternalDTD=",
        "-Djavax.xml.accessExternalSchema=",
        "-Djavax.xml.accessExternalStylesheet=",
        "-Djdk.net.hosts.file=" + scratch.resolve("no-hosts"),
        "-cp",
        classPath.stream()
            .map(path -> path.toAbsolutePath().toString())
            .collect(joining(File.pathSeparator)),
        mainClass);
  }
}
