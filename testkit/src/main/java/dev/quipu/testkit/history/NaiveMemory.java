package dev.quipu.testkit.history;

import dev.quipu.engine.ingest.Outcome;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Visibility;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.Principal;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.Effect;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.log.Receipt;
import dev.quipu.testkit.history.Act.Sent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What users expect of a memory, as plainly as it can be said: lists of who wrote what when. It
/// foretells what becomes of every write and what every question is answered with.
final class NaiveMemory {

  private final Map<TenantId, NaiveTenant> tenants = new HashMap<>();
  private final Map<TenantId, Visibility> defaults = new HashMap<>();
  private final Set<Person> shutOut = new HashSet<>();
  private final Map<Key, Kept> kept = new HashMap<>();

  /// Under what a write is remembered.
  private record Key(TenantId tenant, Principal principal, String key, int item) {}

  private record Kept(long nonce, long position, Instant lapsesAt) {}

  NaiveMemory() {
    Person.TENANTS.forEach(tenant -> tenants.put(tenant, new NaiveTenant()));
  }

  NaiveTenant tenant(TenantId id) {
    return tenants.getOrDefault(id, new NaiveTenant());
  }

  boolean isShutOut(Person person) {
    return shutOut.contains(person);
  }

  void shutOut(Person person) {
    shutOut.add(person);
  }

  void letIn(Person person) {
    shutOut.remove(person);
  }

  void setDefault(TenantId tenant, Visibility visibility) {
    defaults.put(tenant, visibility);
  }

  /// What becomes of a write, item by item; of one that is refused as a whole, once.
  List<String> write(Sent sent, Instant clock) {
    if (isShutOut(sent.who())) {
      return List.of("refused token.refused[]");
    }
    var foretold = new ArrayList<String>();
    var before = tenant(sent.who().tenant()).copy();
    var keptBefore = Map.copyOf(kept);
    var refusals = new ArrayList<NaiveRefusal>();
    for (int item = 0; item < sent.commands().size(); item++) {
      try {
        foretold.add(write(sent, item, clock));
      } catch (NaiveRefusal refusal) {
        foretold.add(refusal.text());
        refusals.add(refusal);
        if (sent.way() == Act.Way.TOGETHER && refusal.faults().isEmpty()) {
          break;
        }
      }
    }
    if (sent.way() == Act.Way.EACH || refusals.isEmpty()) {
      return foretold;
    }
    tenants.put(sent.who().tenant(), before);
    kept.clear();
    kept.putAll(keptBefore);
    return List.of(NaiveRefusal.ofAll(refusals).text());
  }

  private String write(Sent sent, int item, Instant clock) {
    var who = sent.who();
    var tenant = tenant(who.tenant());
    var key = sent.key() == null ? null : new Key(who.tenant(), who.principal(), sent.key(), item);
    var first = key == null ? null : kept.get(key);
    if (first != null && first.lapsesAt.isAfter(clock)) {
      if (first.nonce != sent.nonce()) {
        throw new NaiveRefusal("idempotency.key_reused");
      }
      return receipt(Receipt.Status.REPLAYED, first.position, who, clock);
    }
    var writer = new NaiveWriter(who, tenant, defaults.get(who.tenant()), clock);
    long position = writer.write(sent.commands().get(item));
    if (key != null) {
      var lapsesAt = writer.visibleTime().plus(Limits.DEFAULT.idempotencyTtl());
      kept.put(key, new Kept(sent.nonce(), position, lapsesAt));
    }
    var status = position == writer.position() ? Receipt.Status.ACCEPTED : Receipt.Status.DUPLICATE;
    return receipt(status, position, who, clock);
  }

  /// What is mentioned is new to those who do not see what is there.
  private String receipt(Receipt.Status status, long position, Person who, Instant clock) {
    var tenant = tenant(who.tenant());
    var happening = tenant.at(position);
    var told = new ArrayList<>(happening.effects());
    told.removeIf(
        effect -> effect.version() == 1 && happening.mentioned().contains(effect.object()));
    for (var ref : happening.mentioned()) {
      var thing = tenant.things.get(ref);
      if (thing != null
          && (thing.created() == position || !NaiveAccess.maySee(who, thing.envelope(), clock))) {
        told.add(new Effect(ref, 1));
      }
    }
    return Shown.receipt(status, new LogPosition(position), happening.event().visibleTime(), told);
  }

  /// Learns the names that chance gave.
  void learn(TenantId tenant, List<Outcome> outcomes) {
    for (var outcome : outcomes) {
      if (outcome instanceof Outcome.Written(var receipt)
          && receipt.status() == Receipt.Status.ACCEPTED) {
        tenant(tenant).named(receipt.position().value(), receipt.eventId());
      }
    }
  }

  List<String> answer(Ask ask, Instant clock) {
    if (isShutOut(ask.who())) {
      return List.of("refused token.refused[]");
    }
    try {
      return new NaiveReader(ask.who(), tenant(ask.who().tenant()), clock).answer(ask);
    } catch (NaiveRefusal refusal) {
      return List.of(refusal.text());
    }
  }

  /// Stands for the id that chance will give, until it is learnt.
  static EventId unnamed(long position) {
    return new EventId("unnamed." + position);
  }
}
