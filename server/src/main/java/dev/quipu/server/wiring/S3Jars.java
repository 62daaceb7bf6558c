package dev.quipu.server.wiring;

import dev.quipu.blob.S3Address;
import dev.quipu.engine.blob.BlobStore;
import dev.quipu.model.failure.MemoryException;
import dev.quipu.server.config.BadConfig;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The jars of the S3 client, in a folder of their own.
///
/// On the class path they would be opened at every start, also by those who keep blobs in files,
/// and cost a twentieth of it: whoever looks for services looks into every jar.
///
/// @param folder holds nothing but them
/// @param ours knows everything else
record S3Jars(Path folder, ClassLoader ours) {

  private static final String STORE = "dev.quipu.s3.S3BlobStore";

  /// Those that lie beside the jar, or the folder, that a class comes from.
  static S3Jars beside(Class<?> type) {
    try {
      var source = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
      return new S3Jars(source.resolveSibling("s3"), type.getClassLoader());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Opens a bucket with them, once in the life of a process, which is how long they stay loaded.
  BlobStore open(S3Address address, Path incoming) {
    try {
      return (BlobStore)
          store().getMethod("open", S3Address.class, Path.class).invoke(null, address, incoming);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof MemoryException known) {
        throw known;
      }
      throw new IllegalStateException(e.getCause());
    } catch (ClassNotFoundException e) {
      throw new BadConfig(
          List.of("`blobs` names a bucket, but there is no S3 client in " + folder));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the S3 client in " + folder + " is not ours", e);
    }
  }

  private Class<?> store() throws ClassNotFoundException {
    return Class.forName(STORE, true, new URLClassLoader("s3", urls(), ours));
  }

  private URL[] urls() {
    var urls = new ArrayList<URL>();
    try (var jars = Files.newDirectoryStream(folder)) {
      for (var jar : jars) {
        urls.add(jar.toUri().toURL());
      }
    } catch (IOException e) {
      return new URL[0]; // the class is missing then, and that is said
    }
    return urls.toArray(URL[]::new);
  }
}
