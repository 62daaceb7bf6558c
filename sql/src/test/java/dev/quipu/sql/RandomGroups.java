package dev.quipu.sql;

import static dev.quipu.testkit.fixture.Names.memory;

import dev.quipu.engine.storage.Fate;
import dev.quipu.engine.storage.Unit;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.testkit.fixture.Deed;
import dev.quipu.testkit.fixture.Names;
import dev.quipu.testkit.fixture.Poisoned;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;

/// Small groups of units that write to a few objects of some tenants, some of them poisoned. Each
/// event has a name of its own.
final class RandomGroups {

  private final Random random;
  private final String prefix;
  private final List<TenantId> tenants;
  private int events;

  RandomGroups(Random random, String prefix, List<TenantId> tenants) {
    this.random = random;
    this.prefix = prefix;
    this.tenants = tenants;
  }

  List<Unit> next() {
    var units = new ArrayList<Unit>();
    int size = random.nextInt(1, 5);
    for (int i = 0; i < size; i++) {
      var tenant = tenants.get(random.nextInt(tenants.size()));
      var one = memory("m" + random.nextInt(8));
      var body = JsonObject.of("text", Json.of("x".repeat(random.nextInt(3000))));
      var deed = Deed.of(tenant, prefix + events++).saying(body).create(one);
      deed =
          switch (random.nextInt(4)) {
            case 0 -> deed.change(one, body, Names.DAWN.plusSeconds(random.nextInt(1000)));
            case 1 -> deed.delete(one);
            case 2 -> deed.undelete(one);
            default -> deed.link(prefix + "l" + events, "knows", one, memory("m0"));
          };
      units.add(random.nextInt(6) == 0 ? new Poisoned(deed) : deed);
    }
    return units;
  }

  /// Adds the events of a group that was committed with these fates.
  static void acknowledge(List<Unit> group, List<Fate> fates, Set<EventId> acknowledged) {
    for (int i = 0; i < group.size(); i++) {
      if (fates.get(i) instanceof Fate.Done && group.get(i) instanceof Deed deed) {
        acknowledged.add(deed.eventId());
      }
    }
  }
}
