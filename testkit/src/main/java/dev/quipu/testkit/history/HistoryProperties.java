package dev.quipu.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.ingest.Outcome;
import dev.quipu.engine.materialize.Progress;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.id.TenantId;
import dev.quipu.testkit.history.Act.Sent;
import dev.quipu.testkit.memory.Disk;
import dev.quipu.testkit.memory.InMemoryStorage;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.lifecycle.AddLifecycleHook;

/// That an engine on an adapter, an engine on the oracle and the naive model, told the same random
/// history, say the same of it; and that the views made again from the log say it too, to the byte.
///
/// An adapter joins with a class of its own that implements [#openEmpty].
public interface HistoryProperties {

  int ACTS = 280;
  int QUESTIONS = 240;

  Instant BEGINNING = Instant.parse("2026-03-01T08:00:00Z");
  Progress QUIETLY = (_, _, _, _) -> {};

  /// A new storage on the clock of the history.
  Storage openEmpty(InstantSource clock);

  @Property(tries = 6, edgeCases = EdgeCasesMode.NONE)
  @AddLifecycleHook(HowManyHistories.class)
  default void a_history_is_told_alike_by_engine_oracle_model_and_rebuild(
      @ForAll("acts") List<Act> acts, @ForAll("asks") List<Ask> asks, @ForAll long seed) {
    var clock = new HandClock(BEGINNING);
    var storage = openEmpty(clock);
    try (var given = Teller.open(storage, clock, seed);
        var right = Teller.open(InMemoryStorage.open(Disk.blank(storage.logId())), clock, seed)) {
      var model = new NaiveMemory();
      tell(Prologue.ACTS, clock, given, right, model);
      tell(acts, clock, given, right, model);
      for (var tenant : logs()) {
        assertThat(given.head(tenant)).isEqualTo(right.head(tenant));
        assertThat(given.digest(tenant)).isEqualTo(right.digest(tenant));
      }
      var questions = new ArrayList<>(asks);
      questions.addAll(Borders.of(model.tenant(Person.ONE), Person.CAST.get(1)));
      var answers = new ArrayList<List<String>>();
      for (var ask : questions) {
        var answer = new Asker(given).answer(ask, clock.instant());
        assertThat(answer)
            .as("by the oracle: %s", ask)
            .isEqualTo(new Asker(right).answer(ask, clock.instant()));
        assertThat(answer)
            .as("by the model: %s", ask)
            .isEqualTo(model.answer(ask, clock.instant()));
        answers.add(answer);
      }
      for (var tenant : logs()) {
        var before = given.digest(tenant);
        assertThat(given.engine.rebuild().rebuild(tenant, QUIETLY).after()).isEqualTo(before);
        assertThat(given.engine.verify().deep(tenant, QUIETLY).divergence()).isNull();
      }
      for (int i = 0; i < questions.size(); i++) {
        assertThat(new Asker(given).answer(questions.get(i), clock.instant()))
            .as("after rebuild: %s", questions.get(i))
            .isEqualTo(answers.get(i));
      }
    }
  }

  private static void tell(
      List<Act> acts, HandClock clock, Teller given, Teller right, NaiveMemory model) {
    var sent = new ArrayList<Sent>();
    for (var act : acts) {
      switch (act) {
        case Act.Wait(var time) -> clock.move(time);
        case Act.ChangeKey(var who) -> {
          if (who.tenantToken()) {
            continue;
          }
          if (model.isShutOut(who)) {
            given.makeKey(who);
            right.makeKey(who);
            model.letIn(who);
          } else {
            given.revokeKey(who);
            right.revokeKey(who);
            model.shutOut(who);
          }
        }
        case Act.ChangeTenant(var tenant, var visibility) -> {
          given.changeTenant(tenant, visibility);
          right.changeTenant(tenant, visibility);
          model.setDefault(tenant, visibility.visibility());
        }
        case Act.Write(var who, var plans, var way, var nonce, var key) -> {
          var commands = plans.stream().map(plan -> plan.at(clock.instant())).toList();
          var write = new Sent(who, commands, way, nonce, key);
          write(write, clock, given, right, model);
          sent.add(write);
        }
        case Act.Again(var back) -> {
          if (back < sent.size()) {
            write(sent.get(sent.size() - 1 - back), clock, given, right, model);
          }
        }
      }
    }
  }

  private static void write(
      Sent sent, HandClock clock, Teller given, Teller right, NaiveMemory model) {
    var outcomes = given.write(sent);
    assertThat(full(outcomes)).as("by the oracle: %s", sent).isEqualTo(full(right.write(sent)));
    assertThat(outcomes.stream().map(Shown::outcome).toList())
        .as("by the model: %s", sent)
        .isEqualTo(model.write(sent, clock.instant()));
    model.learn(sent.who().tenant(), outcomes);
  }

  private static List<String> full(List<Outcome> outcomes) {
    return outcomes.stream()
        .map(
            outcome ->
                switch (outcome) {
                  case Outcome.Written(var receipt) -> receipt.toString();
                  case Outcome.Refused(var why) -> Shown.refusal(why) + " " + why.getMessage();
                  case Outcome.Broken(var fault) -> throw fault;
                })
        .toList();
  }

  private static List<TenantId> logs() {
    var logs = new ArrayList<>(Person.TENANTS);
    logs.add(TenantId.PLATFORM);
    return logs;
  }

  @Provide
  default Arbitrary<List<Act>> acts() {
    return Arbitraries.randomValue(random -> new ActDraw(random).act())
        .list()
        .ofMaxSize(ACTS)
        .withSizeDistribution(RandomDistribution.uniform());
  }

  @Provide
  default Arbitrary<List<Ask>> asks() {
    return Arbitraries.randomValue(random -> new AskDraw(random).ask())
        .list()
        .ofMaxSize(QUESTIONS)
        .withSizeDistribution(RandomDistribution.uniform());
  }
}
