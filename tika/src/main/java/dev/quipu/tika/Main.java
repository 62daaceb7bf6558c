package dev.quipu.tika;

import dev.quipu.files.DocumentLoop;
import dev.quipu.model.Limits;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Path;

/// The program of a process that reads documents. Whoever starts it sees to its memory, its time
/// and its folder.
public final class Main {

  private Main() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    var answers = System.out;
    System.setOut(System.err); // libraries print, and answers are not for them
    NoNetwork.install();
    var scratch = Path.of(System.getProperty("java.io.tmpdir"));
    new DocumentLoop(new Documents(), Limits.FILES.idle())
        .run(System.in, new BufferedOutputStream(answers), scratch);
    Runtime.getRuntime().halt(0);
  }
}
