package dev.quipu.bench.crash;

import dev.quipu.bench.child.ServerProcess;
import dev.quipu.bench.process.Mount;
import dev.quipu.bench.process.Scratch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Map;

/// A folder that cannot be written to: the server says so and ends.
public record ReadOnlyFolder() implements Scenario {

  private static final int USAGE = 2;

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
        if (code != USAGE) {
          findings.add("exit code " + code + " instead of " + USAGE);
        }
        if (said.lines().count() != 1 || !said.contains(folder + " is not writable")) {
          findings.add("not one sentence that names the folder and the reason: " + said);
        }
      }
      findings.addAll(DeepCheck.findings(folder, House.TENANT, Map.of()));
      return new Result("\"" + said.lines().findFirst().orElse("") + "\"", findings);
    }
  }
}
