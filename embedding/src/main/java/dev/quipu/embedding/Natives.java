package dev.quipu.embedding;

import ai.onnxruntime.OrtEnvironment;
import dev.quipu.engine.embedding.EmbeddingFailure;
import java.io.IOException;
import java.io.OutputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import org.jspecify.annotations.Nullable;

/// The native library of the ONNX runtime.
///
/// By itself the runtime unpacks it at every start into the folder for temporary files, and leaves
/// it there when the process is killed: 28 MB each time. We unpack it once, where we are told to.
final class Natives {

  /// Names a folder where the runtime finds its library.
  private static final String PATH = "onnxruntime.native.path";

  private static @Nullable OrtEnvironment environment;

  private Natives() {}

  /// The one of this process: whoever comes first says where it is unpacked.
  static synchronized OrtEnvironment load(Path folder) throws EmbeddingFailure {
    if (environment != null) {
      return environment;
    }
    try {
      if (System.getProperty(PATH) == null) {
        var unpacked = unpack(folder);
        if (unpacked != null) {
          System.setProperty(PATH, unpacked.toString());
        }
      }
      environment = OrtEnvironment.getEnvironment("quipu");
      return environment;
    } catch (IOException e) {
      throw new EmbeddingFailure.Permanent(
          "The ONNX runtime cannot be unpacked.",
          "The folder is " + folder + ": " + e + ".",
          "See to the folder, its permissions and the room on its disk.",
          e);
    } catch (LinkageError | RuntimeException e) {
      throw new EmbeddingFailure.Permanent(
          "The ONNX runtime does not run on this machine.",
          "It says: " + e + ".",
          "Use an endpoint for embeddings, or none.",
          e);
    }
  }

  /// Null if there is none for this machine, which the runtime then says itself.
  private static @Nullable Path unpack(Path folder) throws IOException {
    var platform = platform();
    var version = OrtEnvironment.class.getPackage().getImplementationVersion();
    var home = folder.resolve("onnxruntime-" + (version == null ? "" : version + "-") + platform);
    for (var name : List.of("onnxruntime", "onnxruntime4j_jni")) {
      var file = System.mapLibraryName(name);
      var resource = "/ai/onnxruntime/native/" + platform + "/" + file;
      var url = Natives.class.getResource(resource);
      if (url == null) {
        return null;
      }
      var path = home.resolve(file);
      if (!isWhole(path, url)) {
        Unpacking.resource(resource, path);
      }
    }
    return home.toAbsolutePath();
  }

  /// By the checksum that the jar has of it, which costs a few milliseconds.
  private static boolean isWhole(Path path, URL url) throws IOException {
    if (!Files.exists(path) || !(url.openConnection() instanceof JarURLConnection jar)) {
      return false;
    }
    try (var in = new CheckedInputStream(Files.newInputStream(path), new CRC32())) {
      in.transferTo(OutputStream.nullOutputStream());
      return in.getChecksum().getValue() == jar.getJarEntry().getCrc();
    }
  }

  /// As the runtime names it.
  private static String platform() {
    var os = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    var arch = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
    var system = os.contains("mac") ? "osx" : os.contains("win") ? "win" : "linux";
    return system + "-" + (arch.equals("amd64") || arch.equals("x86_64") ? "x64" : arch);
  }
}
