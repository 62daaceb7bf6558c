package dev.quipu.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.quipu.engine.files.FileText;
import dev.quipu.engine.files.Structure;
import dev.quipu.engine.files.TidyText;
import dev.quipu.engine.files.Unreadable;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// A process that reads documents of a kind of its own: behind `%PDF-` stands what to do.
public final class StrangeChild {

  /// What a document begins with to be brought here.
  static final String MARK = "%PDF-";

  private static boolean poisoned;

  private StrangeChild() {}

  static ChildProgram program() {
    var path = new ArrayList<Path>();
    for (var entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      path.add(Path.of(entry));
    }
    return new ChildProgram(path, StrangeChild.class.getName());
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    new DocumentLoop(StrangeChild::read, Duration.ofSeconds(60))
        .run(System.in, System.out, Path.of(System.getProperty("java.io.tmpdir")));
    System.exit(0);
  }

  private static FileText read(String mediaType, Path file) throws Unreadable, IOException {
    var text = Files.readString(file).substring(MARK.length());
    var words = List.of(text.split("\n", -1));
    if (poisoned) {
      Runtime.getRuntime().halt(9);
    }
    switch (words.getFirst()) {
      case "die" -> Runtime.getRuntime().halt(7);
      case "hang" -> hang();
      case "eat memory" -> eat();
      case "babble" -> say("%&/(=".getBytes(UTF_8));
      case "lie" -> say("{\"media_type\": 7}".getBytes(UTF_8));
      case "boast" -> boast();
      case "poison" -> poisoned = true;
      case "refuse" -> throw new Unreadable(Unreadable.Kind.ENCRYPTED, "I have no key.");
      case "environment" -> text = String.join("\n", System.getenv().keySet());
      case "folder" -> text = System.getProperty("java.io.tmpdir");
      case "pid" -> text = Long.toString(ProcessHandle.current().pid());
      default -> {}
    }
    return FileText.of(mediaType, TidyText.of(text), Structure.Prose.PLAIN);
  }

  private static void hang() {
    while (true) {
      Thread.onSpinWait();
    }
  }

  private static void eat() {
    var eaten = new ArrayList<byte[]>();
    while (true) {
      eaten.add(new byte[1 << 20]);
      keep(eaten);
    }
  }

  private static void keep(Collection<byte[]> eaten) {
    if (eaten.isEmpty()) {
      throw new IllegalStateException();
    }
  }

  private static void say(byte[] answer) throws IOException {
    var out = new DataOutputStream(System.out);
    out.writeInt(answer.length);
    out.write(answer);
    out.flush();
    hang();
  }

  private static void boast() throws IOException {
    var out = new DataOutputStream(System.out);
    out.writeInt(Integer.MAX_VALUE);
    out.flush();
    hang();
  }
}
