package dev.quipu.testkit.payload;

import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Grant;
import dev.quipu.model.id.KeyId;
import dev.quipu.model.id.Principal;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.payload.PayloadEnvelope;
import dev.quipu.model.payload.Provenance;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/// Draws payloads of all built-in capabilities that speak of a few things again and again, in other
/// spellings, with more fields or fewer, some of them cleared. Some are submitted twice. Many are
/// of one diary, and each of these brings a field and items of its own: more than has room in one
/// layer of its aspect.
///
/// Each was extracted at an instant of its own, in no order.
public final class PayloadDraw {

  static final TenantId TENANT = new TenantId("payloads");
  public static final Instant BEGINNING = Instant.parse("2025-01-01T00:00:00Z");

  /// Anna and Boris see what is their own and what is open, Carla what is open.
  public static final List<Caller> CALLERS =
      List.of(caller("anna"), caller("boris"), caller("carla"));

  private static final int OWNERS = 2;
  private static final LocalDate DAY = LocalDate.parse("2025-06-01");
  private static final List<String> COMPANIES =
      List.of("Acme Corp", "ACME  corp", "Acme", "Lima Mills", "lima mills ltd", "Ayllu", "n/a");
  private static final List<String> TAGS = List.of("red", "blue", "Blue", "urgent", "2025");

  private final Random random;
  private final int things;

  /// @param things how many of each type there are
  private PayloadDraw(Random random, int things) {
    this.random = random;
    this.things = things;
  }

  private static Caller caller(String name) {
    return new Caller(
        TENANT,
        new KeyId("key_" + name),
        new Principal(Principal.Kind.USER, name),
        null,
        Set.of(),
        Set.of(),
        null,
        null,
        Set.of(),
        Set.of(Grant.READ, Grant.WRITE),
        null);
  }

  public static List<SentPayload> payloads(int count, Random random) {
    var draw = new PayloadDraw(random, Math.max(3, count / 30));
    var seconds = new ArrayList<Integer>();
    for (int i = 0; i < count; i++) {
      seconds.add(i);
    }
    Collections.shuffle(seconds, random);
    var all = new ArrayList<SentPayload>();
    for (int i = 0; i < count; i++) {
      boolean again = !all.isEmpty() && random.nextInt(12) == 0;
      all.add(
          again
              ? all.get(random.nextInt(all.size()))
              : draw.payload(i, BEGINNING.plus(Duration.ofSeconds(seconds.get(i)))));
    }
    return all;
  }

  private SentPayload payload(int number, Instant at) {
    if (random.nextInt(3) == 0) {
      return diary(number, at);
    }
    var fields = new LinkedHashMap<String, Json>();
    var capability =
        switch (random.nextInt(5)) {
          case 0 -> invoice(fields, number);
          case 1 -> note(fields, number);
          case 2 -> receipt(fields, number);
          case 3 -> transaction(fields, number);
          default -> contract(fields, number);
        };
    maybe(fields, "tags", tags());
    maybe(fields, "status", Json.of(random.nextBoolean() ? "open" : "paid"));
    maybe(fields, "colour", Json.of("unheard of " + random.nextInt(3)));
    var agent = random.nextBoolean() ? "agt_" + random.nextInt(3) : null;
    var provenance = new Provenance(List.of(), at, at.toString(), "draw:v1", agent);
    return new SentPayload(
        CALLERS.get(random.nextInt(OWNERS)),
        new PayloadEnvelope(
            "neotoma:" + capability + ":v1", new JsonObject(fields), provenance, null),
        random.nextBoolean());
  }

  private SentPayload diary(int number, Instant at) {
    var items = new ArrayList<Json>();
    for (int i = random.nextInt(30); i >= 0; i--) {
      items.add(Json.of("line " + i + " of page " + number));
    }
    var fields = new LinkedHashMap<String, Json>();
    fields.put("title", Json.of("Diary"));
    fields.put("content", Json.of("Page " + number));
    fields.put("page_" + number, Json.of("what is told once"));
    fields.put("lines", new JsonArray(items));
    maybe(fields, "tags", tags());
    maybe(fields, "mood", Json.of("mood " + random.nextInt(4)));
    var provenance = new Provenance(List.of(), at, at.toString(), "draw:v1", null);
    return new SentPayload(
        CALLERS.getFirst(),
        new PayloadEnvelope("neotoma:store_note:v1", new JsonObject(fields), provenance, null),
        true);
  }

  /// Sometimes a value, sometimes null, sometimes nothing.
  private void maybe(Map<String, Json> fields, String name, Json value) {
    int chance = random.nextInt(10);
    if (chance < 6) {
      fields.put(name, value);
    } else if (chance == 6) {
      fields.put(name, Json.NULL);
    }
  }

  private String invoice(Map<String, Json> fields, int number) {
    maybe(fields, "invoice_number", thing("INV-"));
    fields.put("amount", Json.of(number)); // so that no two are the same payload
    fields.put("vendor_name", company());
    maybe(fields, "vendor_address", Json.of("Street " + random.nextInt(9)));
    maybe(fields, "customer_name", company());
    maybe(fields, "customer_email", Json.of("mail" + random.nextInt(3) + "@example.com"));
    maybe(fields, "date", day());
    maybe(fields, "due_date", day());
    maybe(
        fields,
        "line_items",
        JsonArray.of(
            JsonObject.of("description", Json.of("Cord"), "quantity", Json.of(random.nextInt(5)))));
    return "store_invoice";
  }

  private String note(Map<String, Json> fields, int number) {
    maybe(fields, "title", thing("Note "));
    fields.put("content", Json.of("What was said, part " + number));
    var tasks = new ArrayList<Json>();
    for (int i = random.nextInt(4); i > 0; i--) {
      tasks.add(
          random.nextBoolean()
              ? thing("Task ")
              : JsonObject.of("title", thing("task "), "due_date", day()));
    }
    fields.put("tasks", new JsonArray(tasks));
    maybe(fields, "date", day());
    return "store_note";
  }

  private String receipt(Map<String, Json> fields, int number) {
    maybe(fields, "receipt_number", thing("R"));
    fields.put("amount", Json.of(number + ".50"));
    fields.put("vendor_name", company());
    maybe(fields, "date", day());
    return "store_receipt";
  }

  private String transaction(Map<String, Json> fields, int number) {
    maybe(fields, "transaction_id", thing("tx-"));
    fields.put("amount", Json.of(-number));
    maybe(fields, "merchant_name", company());
    maybe(fields, "counterparty", company());
    maybe(fields, "date", day());
    return "store_transaction";
  }

  private String contract(Map<String, Json> fields, int number) {
    maybe(fields, "contract_number", thing("C/"));
    fields.put("parties", JsonArray.of(company(), company()));
    maybe(fields, "start_date", day());
    fields.put("end_date", Json.of(DAY.plusYears(1).plusDays(number).toString()));
    return "store_contract";
  }

  private Json thing(String prefix) {
    return Json.of(prefix + random.nextInt(things));
  }

  private Json company() {
    int known = random.nextInt(COMPANIES.size() + things);
    return Json.of(
        known < COMPANIES.size() ? COMPANIES.get(known) : "Company " + (known - COMPANIES.size()));
  }

  private Json day() {
    return Json.of(DAY.plusDays(random.nextInt(40)).toString());
  }

  private JsonArray tags() {
    var tags = new ArrayList<Json>();
    for (int i = random.nextInt(4); i > 0; i--) {
      tags.add(Json.of(TAGS.get(random.nextInt(TAGS.size()))));
    }
    return new JsonArray(tags);
  }
}
