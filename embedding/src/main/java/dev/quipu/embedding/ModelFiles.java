package dev.quipu.embedding;

import dev.quipu.embedding.LocalModel.ModelFile;
import dev.quipu.engine.embedding.EmbeddingFailure;
import dev.quipu.model.log.Hash;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.DigestOutputStream;

/// Where the files of a model are.
public sealed interface ModelFiles {

  /// In the program's own jars, from where they are unpacked once. What lies in the folder and is
  /// not whole is unpacked again.
  ///
  /// @param folder of ours alone; made if need be
  record Bundled(Path folder) implements ModelFiles {}

  /// In a folder that somebody else looks after; nothing is written there.
  record Provided(Path folder) implements ModelFiles {}

  /// The file, whole.
  default Path whole(ModelFile file) throws EmbeddingFailure {
    return switch (this) {
      case Bundled(Path folder) -> unpacked(file, folder);
      case Provided(Path folder) -> checked(file, folder.resolve(file.name()));
    };
  }

  private static Path checked(ModelFile file, Path path) throws EmbeddingFailure {
    Hash found;
    try {
      found = digest(path);
    } catch (NoSuchFileException e) {
      throw new EmbeddingFailure.Permanent(
          "A file of the model is missing.",
          "It is " + path + ".",
          "Put it into the folder that `embedder-files` names, or use the bundled one.",
          e);
    } catch (IOException e) {
      throw unreadable(path, e);
    }
    if (!found.equals(file.digest())) {
      throw new EmbeddingFailure.Permanent(
          "A file of the model is broken.",
          "It is " + path + ", and its SHA-256 is " + found + ".",
          "Put the one with SHA-256 "
              + file.digest()
              + " into the folder that `embedder-files` names, or use the bundled one.",
          null);
    }
    return path;
  }

  private static Path unpacked(ModelFile file, Path folder) throws EmbeddingFailure {
    var path = folder.resolve(file.name());
    try {
      if (Files.exists(path) && digest(path).equals(file.digest())) {
        return path;
      }
      var unpacked = Unpacking.resource("/" + file.name(), path);
      if (unpacked && digest(path).equals(file.digest())) {
        return path;
      }
      throw new EmbeddingFailure.Permanent(
          "The model's file "
              + file.name()
              + (unpacked ? " in the program's jars is broken." : " is not in the program's jars."),
          "Install the program again, or name a folder that holds the file.",
          null);
    } catch (IOException e) {
      throw unreadable(path, e);
    }
  }

  private static Hash digest(Path path) throws IOException {
    try (InputStream in = Files.newInputStream(path);
        var out = new DigestOutputStream(OutputStream.nullOutputStream(), Hash.sha256())) {
      in.transferTo(out);
      return Hash.copyOf(out.getMessageDigest().digest());
    }
  }

  private static EmbeddingFailure unreadable(Path path, IOException e) {
    return new EmbeddingFailure.Permanent(
        "A file of the model cannot be made or read.",
        "It is " + path + ": " + e + ".",
        "See to the folder, its permissions and the room on its disk.",
        e);
  }
}
