package dev.quipu.testkit.payload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.materialize.Progress;
import dev.quipu.engine.storage.Storage;
import dev.quipu.testkit.history.HandClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Random payloads that are told in several ways, and must be understood alike.
///
/// @param seed draws the same payloads and ways again
public record PayloadTale(int payloads, long seed) {

  private static final Instant NOW = PayloadDraw.BEGINNING.plus(Duration.ofDays(400));
  private static final Progress QUIETLY = (_, _, _, _) -> {};
  private static final int WRITERS = 4;

  /// Opens a storage in which nothing is.
  public interface Opening {
    Storage openEmpty(InstantSource clock);
  }

  /// Told to two engines in one order, with the same chance, they leave the same bytes, and so they
  /// do when the views are made again.
  public void leavesTheSameBytes(Opening one, Opening other) {
    var clock = new HandClock(NOW);
    try (var first = PayloadWorld.open(one.openEmpty(clock), clock, seed);
        var second = PayloadWorld.open(other.openEmpty(clock), clock, seed)) {
      var random = new Random(seed);
      var told = PayloadDraw.payloads(payloads, random);
      long batches = random.nextLong();
      first.submit(told, new Random(batches));
      second.submit(told, new Random(batches));

      assertThat(first.head()).as("the log").isEqualTo(second.head());
      assertThat(first.digest()).as("the views").isEqualTo(second.digest());
      var before = first.digest();
      var rebuilt = first.engine().rebuild().rebuild(PayloadDraw.TENANT, QUIETLY);
      assertThat(rebuilt.after()).as("the views, made again").isEqualTo(before);
      assertThat(first.engine().verify().deep(PayloadDraw.TENANT, QUIETLY).divergence()).isNull();
      understandAlike(first, second);
    }
  }

  /// Told in another order, with the members of objects in another order, in other batches and by
  /// several writers at once, they are understood alike.
  public void isUnderstoodAlike(Opening one, Opening other) {
    var clock = new HandClock(NOW);
    try (var first = PayloadWorld.open(one.openEmpty(clock), clock, seed);
        var second = PayloadWorld.open(other.openEmpty(clock), clock, seed)) {
      var random = new Random(seed);
      var told = PayloadDraw.payloads(payloads, random);
      second.submit(told, random);
      var others = new ArrayList<>(told.stream().map(each -> each.shuffled(random)).toList());
      Collections.shuffle(others, random);
      first.submit(others, random, WRITERS);

      understandAlike(first, second);
    }
  }

  /// By everybody, now and at a time at which only some of it had been observed.
  private void understandAlike(PayloadWorld one, PayloadWorld other) {
    var times = new ArrayList<@Nullable Instant>();
    times.add(null);
    times.add(PayloadDraw.BEGINNING.plus(Duration.ofSeconds(payloads / 3)));
    for (var caller : PayloadDraw.CALLERS) {
      for (var time : times) {
        var ours = Understood.of(one.engine(), caller, time);
        var theirs = Understood.of(other.engine(), caller, time);
        if (time == null) { // before, perhaps nobody had told this caller anything
          assertThat(ours).as("something is understood").isNotEmpty();
        }
        assertThat(without(ours, theirs))
            .as("only the first understands, for %s at %s, seed %d", caller, time, seed)
            .isEqualTo(without(theirs, ours));
      }
    }
  }

  private static List<String> without(List<String> some, List<String> others) {
    var left = new TreeSet<>(some);
    others.forEach(left::remove);
    return List.copyOf(left);
  }
}
