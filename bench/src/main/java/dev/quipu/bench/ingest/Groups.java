package dev.quipu.bench.ingest;

import dev.quipu.engine.ingest.CommitMeter;
import java.util.ArrayList;
import java.util.List;

/// Remembers how many units each commit had, so that the bare loop can commit in the same groups.
public final class Groups implements CommitMeter {

  private final List<Integer> sizes = new ArrayList<>();

  @Override
  public synchronized void committed(int units, long nanos) {
    sizes.add(units);
  }

  @Override
  public void failed(int units) {
    throw new IllegalStateException("a commit of " + units + " units failed");
  }

  public synchronized List<Integer> sizes() {
    return List.copyOf(sizes);
  }
}
