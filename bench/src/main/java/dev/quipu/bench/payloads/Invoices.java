package dev.quipu.bench.payloads;

import dev.quipu.engine.compile.Command;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.json.Canonical;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Hash;
import dev.quipu.model.payload.PayloadEnvelope;
import dev.quipu.model.payload.Provenance;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;

/// Invoices as agents submit them. Equal numbers give equal invoices.
final class Invoices {

  private static final Instant FIRST = Instant.parse("2025-01-01T00:00:00Z");
  private static final LocalDate FIRST_DAY = LocalDate.parse("2024-01-01");
  private static final int DAYS = 365;

  /// How many invoices there are for each company.
  private static final int INVOICES_OF_COMPANY = 10;

  /// How often something is told of the same invoice.
  static final int FEW = 10;

  private Invoices() {}

  /// Each tells of an invoice that nobody knew, of a vendor and a customer that most often were
  /// known: companies become more as invoices do.
  static Submission ofNewEntity(long number) {
    var random = new Random(number);
    long companies = number / INVOICES_OF_COMPANY + 2;
    return submission(
        number,
        "INV-" + number,
        company(random.nextLong(companies)),
        company(random.nextLong(companies)));
  }

  /// Each tells of one invoice again, with other values.
  static Submission ofOneEntity(long number) {
    return submission(number, "INV-0", company(0), company(1));
  }

  /// The same of invoices that are each told of a few times.
  static Submission ofFewTold(long number) {
    long invoice = number / FEW;
    return submission(number, "INV-" + invoice, company(2 * invoice), company(2 * invoice + 1));
  }

  /// One invoice again, by payloads that come in another order than they were extracted in.
  static Submission ofOneEntityLate(long number) {
    long shuffled = number * 7_919 % 1_000_003;
    return submission(shuffled, "INV-0", company(0), company(1));
  }

  static String company(long number) {
    return "Chasqui " + number + " Trading";
  }

  private static Submission submission(
      long number, String invoice, String vendor, String customer) {
    var day = FIRST_DAY.plusDays(Math.floorMod(number, DAYS));
    var body = new LinkedHashMap<String, Json>();
    body.put("invoice_number", Json.of(invoice));
    body.put("amount", Json.of(number));
    body.put("currency", Json.of("PEN"));
    body.put("vendor_name", Json.of(vendor));
    body.put("vendor_address", Json.of("Street of the weavers " + number % 1_000 + ", Cusco"));
    body.put("customer_name", Json.of(customer));
    body.put("date", Json.of(day.toString()));
    body.put("description", Json.of("Cords, dyed and plied, lot " + number));
    var at = FIRST.plus(Duration.ofSeconds(number));
    var envelope =
        new PayloadEnvelope(
            "neotoma:store_invoice:v1",
            new JsonObject(body),
            new Provenance(List.of(), at, at.toString(), "bench:v1", null),
            null);
    return new Submission(
        new Command.SubmitPayload(envelope, null, AccessDraft.NOTHING_SAID),
        Hash.of(Canonical.bytes(envelope.toJson())));
  }
}
