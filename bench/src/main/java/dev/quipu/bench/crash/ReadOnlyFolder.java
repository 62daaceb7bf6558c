package dev.quipu.bench.crash;

import dev.quipu.bench.child.ServerProcess;
import dev.quipu.bench.process.Mount;
import dev.quipu.bench.process.Scratch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Map;

/// A folder that cannot be written to: the server says so and ends.
public record ReadOnlyFolder() implements Scenario {

  private static final int UNAVAILABLE = 4;

  @Override
  public String name() {
    return "unclear about a read-only folder";
  }

  @Override
  public String obstacle() {
    return Mount.obstacle();
  }

  @Override
  public Result play() throws IOException, InterruptedException {
    try (var scratch = Scratch.open()) {
      var folder = scratch.resolve("data");
      try (var server = ServerProcess.start(folder)) {
        House.found(folder, server, 1, 0);
        server.stop();
      }
      var findings = new ArrayList<String>();
      String said;
      try (var _ = Mount.readOnly(folder);
          var server = ServerProcess.begin(folder)) {
        int code = server.exitCode();
        said = server.errors().strip();
        if (code != UNAVAILABLE) {
          findings.add("exit code " + code + " instead of " + UNAVAILABLE);
        }
        if (said.lines().count() != 1 || !said.contains(folder.toString())) {
          findings.add("not one sentence that names the folder: " + said);
        }
      }
      findings.addAll(DeepCheck.findings(folder, House.TENANT, Map.of()));
      return new Result("\"" + said.lines().findFirst().orElse("") + "\"", findings);
    }
  }
}
