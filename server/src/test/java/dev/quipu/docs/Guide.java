package dev.quipu.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The commands of a page and the answers it shows for them.
///
/// A fenced `sh` block is a step; a fenced `json` block right behind it is what its last command
/// answers.
record Guide(List<Step> steps) {

  private static final Pattern BLOCK =
      Pattern.compile("^```(\\w+)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

  /// One step.
  ///
  /// @param answer empty = none is shown
  record Step(String commands, String answer) {}

  static Guide read(Path page) throws IOException {
    var steps = new ArrayList<Step>();
    var blocks = BLOCK.matcher(Files.readString(page));
    while (blocks.find()) {
      var content = blocks.group(2);
      switch (blocks.group(1)) {
        case "sh" -> steps.add(new Step(content, ""));
        case "json" -> steps.add(new Step(steps.removeLast().commands(), content));
        default -> {}
      }
    }
    return new Guide(steps);
  }

  /// The folder of the repository, wherever the tests are started.
  static Path root() {
    var folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("quipu"))) {
      folder = folder.getParent();
    }
    return folder;
  }
}
