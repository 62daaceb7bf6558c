package dev.quipu.server.wiring;

import dev.quipu.engine.ingest.Chance;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.server.config.BadConfig;
import dev.quipu.wire.JsonReader;
import dev.quipu.wire.JsonWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a server keeps in its folder beside the database: the operator's token, and where it
/// listens while it runs.
public record DataFolder(Path path) {

  private static final String TOKEN_FILE = "admin-token";
  private static final String SERVER_FILE = "server.json";
  private static final int TOKEN_BYTES = 32;

  /// A server that says it runs on this folder. It may have been killed since.
  public record RunningServer(long pid, int port) {}

  /// The operator's token, or null if none was made yet.
  public @Nullable String adminToken() {
    return read(TOKEN_FILE);
  }

  /// The operator's token; made if there is none.
  String adminTokenOrNew(Chance chance) {
    var known = adminToken();
    if (known != null) {
      return known;
    }
    var made = "qpa_" + HexFormat.of().formatHex(chance.bytes(TOKEN_BYTES));
    var file = path.resolve(TOKEN_FILE);
    try {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(file, made + "\n", StandardOpenOption.WRITE);
      return made;
    } catch (FileAlreadyExistsException e) {
      throw unusable("holds an empty file " + TOKEN_FILE, e);
    } catch (IOException e) {
      throw unusable("cannot keep the admin token", e);
    }
  }

  /// Tells other processes of this machine where the server listens.
  void announce(int port) {
    var json = JsonObject.of("pid", Json.of(ProcessHandle.current().pid()), "port", Json.of(port));
    try {
      Files.write(path.resolve(SERVER_FILE), new JsonWriter().pretty(json));
    } catch (IOException e) {
      throw unusable("cannot be written to", e);
    }
  }

  void withdraw() {
    try {
      Files.deleteIfExists(path.resolve(SERVER_FILE));
    } catch (IOException e) {
      // The next reader finds the process gone.
    }
  }

  /// The server that runs on this folder, or null if none does.
  public @Nullable RunningServer runningServer() {
    var text = read(SERVER_FILE);
    if (text == null) {
      return null;
    }
    var json = new JsonReader().readObject(text.getBytes(StandardCharsets.UTF_8));
    return json.get("pid") instanceof JsonNumber pid
            && json.get("port") instanceof JsonNumber port
            && ProcessHandle.of(pid.asLong()).map(ProcessHandle::isAlive).orElse(false)
        ? new RunningServer(pid.asLong(), (int) port.asLong())
        : null;
  }

  private @Nullable String read(String file) {
    try {
      var text = Files.readString(path.resolve(file)).strip();
      return text.isEmpty() ? null : text;
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      throw unusable("cannot be read", e);
    }
  }

  private Unavailable unusable(String why, IOException cause) {
    return new Unavailable(
        "folder.unusable", "the data folder " + path + " " + why, Duration.ZERO, cause);
  }

  /// The folder itself, made if need be, closed to others.
  ///
  /// @throws BadConfig if it cannot be written to: whoever named it has to act
  static DataFolder open(Path path) {
    try {
      if (!Files.isDirectory(path)) {
        var owners = Set.copyOf(PosixFilePermissions.fromString("rwx------"));
        Files.createDirectories(path, PosixFilePermissions.asFileAttribute(owners));
      }
      if (!Files.isWritable(path)) {
        throw bad(
            path,
            Files.getFileStore(path).isReadOnly()
                ? "is not writable: its file system is mounted read-only"
                : "is not writable: its permissions are "
                    + PosixFilePermissions.toString(Files.getPosixFilePermissions(path))
                    + ", its owner is "
                    + Files.getOwner(path));
      }
      return new DataFolder(path);
    } catch (FileAlreadyExistsException e) {
      throw bad(path, "is a file, not a folder");
    } catch (AccessDeniedException e) {
      throw bad(path, "cannot be made: " + e.getFile() + " is closed to this user");
    } catch (FileSystemException e) {
      throw bad(path, "cannot be made: " + e.getReason());
    } catch (IOException e) {
      throw bad(path, "cannot be used: " + e.getMessage());
    }
  }

  private static BadConfig bad(Path path, String why) {
    return new BadConfig(
        List.of(
            "the data folder "
                + path.toAbsolutePath().normalize()
                + " "
                + why
                + ". Make it writable for the user who starts Quipu, or choose another with --data."));
  }
}
