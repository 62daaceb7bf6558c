package dev.quipu.bench.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A file system of our own, for faults that a folder cannot have. Needs root.
public final class Mount implements AutoCloseable {

  private final Path folder;

  private Mount(Path folder) {
    this.folder = folder;
  }

  /// Why nothing can be mounted here; empty if it can.
  public static String obstacle() {
    try (var scratch = Scratch.open();
        var _ = small(scratch.resolve("try"), 1)) {
      return "";
    } catch (IOException e) {
      return "nothing can be mounted: " + e.getMessage();
    }
  }

  /// A disk of so many megabytes.
  public static Mount small(Path folder, int megabytes) throws IOException {
    Files.createDirectories(folder);
    run("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "tmpfs", folder.toString());
    return new Mount(folder);
  }

  /// The folder as it is, for reading alone.
  public static Mount readOnly(Path folder) throws IOException {
    run("mount", "--bind", folder.toString(), folder.toString());
    var mount = new Mount(folder);
    try {
      run("mount", "-o", "remount,ro,bind", folder.toString());
      return mount;
    } catch (IOException e) {
      mount.close();
      throw e;
    }
  }

  public void grow(int megabytes) throws IOException {
    run("mount", "-o", "remount,size=" + megabytes + "m", folder.toString());
  }

  @Override
  public void close() throws IOException {
    run("umount", folder.toString());
  }

  private static void run(String... command) throws IOException {
    var process =
        new ProcessBuilder(new ArrayList<>(List.of(command))).redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException(said.strip());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
