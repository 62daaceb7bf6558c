package dev.quipu.bench.ingest;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.quipu.bench.process.Strace;
import java.io.IOException;

final class SqliteIngestTest extends IngestTest {

  @Override
  Database open() throws IOException {
    return SqliteDatabase.open();
  }

  @Override
  void refuseUncounted() {
    boolean counted = Strace.works();
    if (!counted) {
      System.err.println("NOT TESTED: fsyncs per event: strace cannot be had");
    }
    assumeTrue(counted, "strace cannot be had");
  }
}
