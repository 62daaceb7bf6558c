package dev.quipu.testkit.history;

import dev.quipu.engine.storage.Storage;
import java.time.InstantSource;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.lifecycle.AddLifecycleHook;

/// [RandomHistory] on an adapter, a few times; a history that fails is made shorter.
///
/// An adapter joins with a class of its own that implements [#openEmpty].
public interface HistoryProperties {

  /// A new storage on the clock of the history.
  Storage openEmpty(InstantSource clock);

  @Property(tries = 6, edgeCases = EdgeCasesMode.NONE)
  @AddLifecycleHook(HowManyHistories.class)
  default void a_history_is_told_alike_by_engine_oracle_model_and_rebuild(
      @ForAll("acts") List<Act> acts, @ForAll("asks") List<Ask> asks, @ForAll long seed) {
    new RandomHistory(acts, asks, seed).check(this::openEmpty);
  }

  @Provide
  default Arbitrary<List<Act>> acts() {
    return Arbitraries.randomValue(random -> new ActDraw(random).act())
        .list()
        .ofMaxSize(RandomHistory.ACTS)
        .withSizeDistribution(RandomDistribution.uniform());
  }

  @Provide
  default Arbitrary<List<Ask>> asks() {
    return Arbitraries.randomValue(random -> new AskDraw(random).ask())
        .list()
        .ofMaxSize(RandomHistory.QUESTIONS)
        .withSizeDistribution(RandomDistribution.uniform());
  }
}
