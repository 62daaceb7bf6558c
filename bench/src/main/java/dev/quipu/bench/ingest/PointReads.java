package dev.quipu.bench.ingest;

import dev.quipu.bench.report.Median;
import dev.quipu.bench.report.Progress;
import dev.quipu.engine.Engine;
import dev.quipu.engine.compile.Command;
import dev.quipu.engine.ingest.CommitMeter;
import dev.quipu.engine.ingest.Outcome;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.log.Receipt;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/// One read of an object with a long history, against one with a short history in the same store.
final class PointReads {

  private static final int SHORT = 10;
  private static final int READS = 200;
  private static final int ROUNDS = 31;
  private static final int BATCH = 1_000;

  private PointReads() {}

  /// Where on the two clocks the read points.
  enum Point {
    NOW("now / now"),
    PAST_VALID("as_of past / now"),
    PAST_KNOWN("now / as_known_at past"),
    PAST_BOTH("as_of past / as_known_at past");

    final String text;

    Point(String text) {
      this.text = text;
    }
  }

  record Ratio(Point point, double ratio, double longMicros) {}

  /// An object, with the times and positions at which it changed.
  private record Subject(ObjectRef ref, List<Moment> moments) {

    Moment moment(Random random) {
      return moments.get(random.nextInt(moments.size()));
    }
  }

  private record Moment(Instant time, LogPosition position) {}

  static List<Ratio> measure(Database database, int versions, Progress progress)
      throws IOException {
    try (var place = database.newPlace();
        var store = place.open(CommitMeter.SILENT)) {
      var engine = store.engine();
      var few = make(engine, "agt_few", SHORT, progress);
      var many = make(engine, "agt_many", versions, progress);
      var ratios = new ArrayList<Ratio>();
      for (var point : Point.values()) {
        progress.say("point reads, " + point.text);
        ratios.add(measure(engine, few, many, point));
      }
      return ratios;
    }
  }

  private static Ratio measure(Engine engine, Subject few, Subject many, Point point) {
    var random = new Random(17);
    var ratios = new ArrayList<Double>();
    var micros = new ArrayList<Double>();
    for (int round = 0; round < ROUNDS; round++) {
      double shortTime = read(engine, few, point, random);
      double longTime = read(engine, many, point, random);
      ratios.add(longTime / shortTime);
      micros.add(longTime);
    }
    return new Ratio(point, Median.of(ratios), Median.of(micros));
  }

  /// Microseconds a read.
  private static double read(Engine engine, Subject subject, Point point, Random random) {
    var times = IntStream.range(0, READS).mapToObj(_ -> time(subject, point, random)).toList();
    long start = System.nanoTime();
    for (var time : times) {
      engine.inspect().object(Messages.WRITER, subject.ref(), time);
    }
    return (System.nanoTime() - start) / 1e3 / READS;
  }

  private static ReadTime time(Subject subject, Point point, Random random) {
    var one = subject.moment(random);
    var other = subject.moment(random);
    boolean inOrder = other.position().isAfter(one.position());
    var earlier = inOrder ? one : other;
    var later = inOrder ? other : one;
    var known = new ReadTime.KnownAt.Position(later.position());
    return switch (point) {
      case NOW -> ReadTime.NOW;
      case PAST_VALID -> new ReadTime(one.time(), null);
      case PAST_KNOWN -> new ReadTime(null, known);
      case PAST_BOTH -> new ReadTime(earlier.time(), known);
    };
  }

  private static Subject make(Engine engine, String id, int versions, Progress progress) {
    var ref = ObjectRef.of(new AgentId(id));
    var moments = new ArrayList<Moment>();
    write(engine, List.of(creation(id)), moments);
    while (moments.size() < versions) {
      progress.say("versions of one object", moments.size(), versions);
      int from = moments.size();
      var patches =
          IntStream.range(from, Math.min(from + BATCH, versions))
              .mapToObj(n -> patch(ref, n))
              .toList();
      write(engine, patches, moments);
    }
    return new Subject(ref, moments);
  }

  private static void write(Engine engine, List<Submission> batch, List<Moment> moments) {
    for (var outcome : engine.ingest().submitEach(Messages.WRITER, batch, null, 0)) {
      if (!(outcome instanceof Outcome.Written(Receipt receipt))) {
        throw new IllegalStateException("a version was not written: " + outcome);
      }
      moments.add(new Moment(receipt.visibleTime(), receipt.position()));
    }
  }

  private static Submission creation(String id) {
    var fields = JsonObject.of("agent_id", Json.of(id));
    return submission(new Command.Create(ObjectType.AGENT, fields, AccessDraft.NOTHING_SAID), id);
  }

  private static Submission patch(ObjectRef ref, int number) {
    var patch = JsonObject.of("default_memory_policy", Json.of("ttl_seconds=" + (number + 1)));
    return submission(new Command.Patch(ref, patch, null, null), ref + "/" + number);
  }

  private static Submission submission(Command command, String name) {
    return new Submission(command, Hash.of(name.getBytes(StandardCharsets.UTF_8)));
  }
}
