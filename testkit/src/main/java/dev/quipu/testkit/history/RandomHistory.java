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
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;

/// A history with questions about it.
///
/// @param seed of what chance gives to those who are told it
public record RandomHistory(List<Act> acts, List<Ask> asks, long seed) {

  /// The most acts of a history.
  public static final int ACTS = 280;

  /// The most questions about one.
  public static final int QUESTIONS = 240;

  public static final Instant BEGINNING = Instant.parse("2026-03-01T08:00:00Z");
  public static final Progress QUIETLY = (_, _, _, _) -> {};

  public RandomHistory {
    acts = List.copyOf(acts);
    asks = List.copyOf(asks);
  }

  /// Draws one: the same for the same seed.
  public static RandomHistory of(long seed) {
    var random = new Random(seed);
    var act = new ActDraw(random);
    var ask = new AskDraw(random);
    return new RandomHistory(
        Stream.generate(act::act).limit(random.nextInt(ACTS + 1)).toList(),
        Stream.generate(ask::ask).limit(random.nextInt(QUESTIONS + 1)).toList(),
        seed);
  }

  /// Asserts that an engine on an adapter, an engine on the oracle and the naive model, told this
  /// history, say the same of it; and that the views made again from the log say it too, to the
  /// byte.
  ///
  /// @param openEmpty opens a new storage of the adapter on the clock of the history
  public void check(Function<InstantSource, Storage> openEmpty) {
    var clock = new HandClock(BEGINNING);
    var storage = openEmpty.apply(clock);
    try (var given = Teller.open(storage, clock, seed);
        var right = Teller.open(InMemoryStorage.open(Disk.blank(storage.logId())), clock, seed)) {
      var model = new NaiveMemory();
      tell(Prologue.ACTS, clock, given, right, model);
      tell(acts, clock, given, right, model);
      for (var tenant : logs()) {
        assertThat(given.head(tenant)).isEqualTo(right.head(tenant));
        assertThat(given.digest(tenant)).isEqualTo(right.digest(tenant));
      }
      for (var tenant : Person.TENANTS) {
        given.indexCheck(seed).check(tenant, clock.instant());
        given.engine.indexing().rebuild(tenant, QUIETLY);
        given.indexCheck(seed + 1).check(tenant, clock.instant());
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
}
