package dev.quipu.bench.payloads;

import dev.quipu.bench.ingest.Messages;
import dev.quipu.bench.report.Median;
import dev.quipu.bench.report.Progress;
import dev.quipu.engine.Engine;
import dev.quipu.engine.compile.Command;
import dev.quipu.engine.ingest.Outcome;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.engine.inspect.Page;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Hash;
import dev.quipu.model.payload.AspectBody;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.payload.EntityName;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// Finding an entity by its name, against one read of an object by its id, in the same store.
final class NameLookups {

  private static final int READS = 200;
  private static final int ROUNDS = 31;
  private static final int BATCH = 2_000;
  private static final int OBJECTS = 1_000;
  private static final String COMPANY = "company";
  private static final Page.Request FIRST = new Page.Request(null, 1);

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final Random random = new Random(17);
  private final Engine engine;
  private final int companies;

  private NameLookups(Engine engine, int companies) {
    this.engine = engine;
    this.companies = companies;
  }

  /// What the reads cost, in microseconds of CPU of the thread that reads.
  ///
  /// @param object one read of an object by its id
  /// @param byName times that
  /// @param byId an entity by its id, times that
  record Cost(double object, double byName, double byId) {}

  static Cost measure(Engine engine, int invoices, Progress progress) {
    int companies = fill(engine, invoices, progress);
    progress.say("lookups by name");
    return new NameLookups(engine, companies).measure();
  }

  /// Returns how many companies there are.
  private static int fill(Engine engine, int invoices, Progress progress) {
    write(engine, IntStream.range(0, OBJECTS).mapToObj(NameLookups::agent).toList());
    for (int from = 0; from < invoices; from += BATCH) {
      progress.say("invoices to be looked up", from, invoices);
      write(
          engine,
          LongStream.range(from, Math.min(from + BATCH, invoices))
              .mapToObj(Invoices::ofNewEntity)
              .toList());
    }
    return Math.max(1, invoices / 50); // of those that were there early on, each was drawn
  }

  private static void write(Engine engine, List<Submission> batch) {
    for (var outcome : engine.ingest().submitEach(Messages.WRITER, batch, null, 0)) {
      if (!(outcome instanceof Outcome.Written)) {
        throw new IllegalStateException("not written: " + outcome);
      }
    }
  }

  private static Submission agent(int number) {
    var fields = JsonObject.of("agent_id", Json.of("agt_" + number));
    return new Submission(
        new Command.Create(ObjectType.AGENT, fields, AccessDraft.NOTHING_SAID),
        Hash.of(("agt_" + number).getBytes(StandardCharsets.US_ASCII)));
  }

  private Cost measure() {
    var objects = new ArrayList<Double>();
    var names = new ArrayList<Double>();
    var ids = new ArrayList<Double>();
    for (int round = -ROUNDS / 3; round < ROUNDS; round++) {
      double object = cost(this::readObject);
      double name = cost(this::lookUp);
      double id = cost(this::readEntity);
      if (round >= 0) {
        objects.add(object);
        names.add(name / object);
        ids.add(id / object);
      }
    }
    return new Cost(Median.of(objects), Median.of(names), Median.of(ids));
  }

  private double cost(Runnable read) {
    long start = threads.getCurrentThreadCpuTime();
    for (int i = 0; i < READS; i++) {
      read.run();
    }
    return (threads.getCurrentThreadCpuTime() - start) / 1e3 / READS;
  }

  private void readObject() {
    var ref = ObjectRef.of(new AgentId("agt_" + random.nextInt(OBJECTS)));
    engine.inspect().object(Messages.WRITER, ref, ReadTime.NOW);
  }

  private void lookUp() {
    var name = name();
    var wanted =
        Map.of(AspectBody.TYPE, COMPANY, AspectBody.NAMED, EntityName.normal(COMPANY, name));
    var found = engine.entities().entities(Messages.WRITER, wanted, ReadTime.NOW, FIRST);
    if (found.items().isEmpty() || !found.items().getFirst().known().name().equals(name)) {
      throw new IllegalStateException("nothing is called " + name);
    }
  }

  private void readEntity() {
    var id = EntityId.of(COMPANY, EntityName.normal(COMPANY, name()));
    engine.entities().entity(Messages.WRITER, id, ReadTime.NOW);
  }

  private String name() {
    return Invoices.company(random.nextInt(companies));
  }
}
