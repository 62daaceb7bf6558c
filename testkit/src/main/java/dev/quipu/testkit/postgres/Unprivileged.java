package dev.quipu.testkit.postgres;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileOwnerAttributeView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The user that a server runs as: ourselves, or `nobody` if we are root, since PostgreSQL refuses
/// to be run by root.
enum Unprivileged {
  OURSELVES {
    @Override
    List<String> command(List<String> command) {
      return command;
    }

    @Override
    void own(Path folder) {}
  },

  NOBODY {
    @Override
    List<String> command(List<String> command) {
      var whole = new ArrayList<>(prefix());
      whole.addAll(command);
      return whole;
    }

    @Override
    void own(Path folder) throws IOException {
      var nobody =
          folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
      Files.walkFileTree(
          folder,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                throws IOException {
              return visitFile(directory, attributes);
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              Files.getFileAttributeView(
                      file, FileOwnerAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                  .setOwner(nobody);
              return FileVisitResult.CONTINUE;
            }
          });
    }
  };

  /// Each keeps the process, so that its pid is the server's and its pipes are ours.
  private static final Map<String, List<String>> WAYS =
      Map.of(
          "setpriv", List.of("--reuid=65534", "--regid=65534", "--clear-groups", "--"),
          "runuser", List.of("-u", "nobody", "--"));

  abstract List<String> command(List<String> command);

  /// Hands a folder and what is in it over to this user.
  abstract void own(Path folder) throws IOException;

  static Unprivileged choose(Path ownFile) throws IOException {
    return Files.getAttribute(ownFile, "unix:uid").equals(0) ? NOBODY : OURSELVES;
  }

  private static List<String> prefix() {
    for (var way : List.of("setpriv", "runuser")) {
      for (var folder : System.getenv("PATH").split(File.pathSeparator, -1)) {
        var program = Path.of(folder, way);
        if (Files.isExecutable(program)) {
          var prefix = new ArrayList<String>();
          prefix.add(program.toString());
          prefix.addAll(WAYS.get(way));
          return prefix;
        }
      }
    }
    throw new IllegalStateException(
        "The tests run as root and PostgreSQL must not: install setpriv or runuser (util-linux).");
  }
}
