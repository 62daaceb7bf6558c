package dev.quipu.server.cli;

import dev.quipu.engine.archive.CutArchive;
import dev.quipu.server.archive.ErasureList;
import dev.quipu.server.wiring.Adapters;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `./quipu erasures`
@Command(
    name = "erasures",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description =
        "Prints every tenant that was deleted, one JSON object to a line. Keep it apart from the"
            + " backups, for restore --erasures.")
final class ErasuresCommand implements Callable<Integer> {

  @Mixin private final ConfigOptions options = new ConfigOptions();

  @Override
  public Integer call() {
    var adapters = Adapters.ofThisMachine();
    try (var cut = adapters.openCut(options.load().storage())) {
      CutArchive.deletions(cut).forEach(deletion -> System.out.println(ErasureList.line(deletion)));
    }
    return ExitCodes.OK;
  }
}
