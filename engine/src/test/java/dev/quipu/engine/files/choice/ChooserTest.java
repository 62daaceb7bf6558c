package dev.quipu.engine.files.choice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.files.FileText;
import dev.quipu.engine.files.Place;
import dev.quipu.engine.files.Structure;
import dev.quipu.engine.files.Structure.Cell;
import dev.quipu.engine.files.Structure.Row;
import dev.quipu.model.Limits;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChooserTest {

  private static final String INVOICE = "neotoma:store_invoice:v1";
  private static final String RECEIPT = "neotoma:store_receipt:v1";
  private static final String TRANSACTION = "neotoma:store_transaction:v1";
  private static final String CONTRACT = "neotoma:store_contract:v1";

  private static final String ENGLISH =
      """
      INVOICE

      Invoice number: INV-7
      Invoice date: January 15, 2024
      Due date: 2024-02-14
      Vendor: Acme, Inc.
      Bill to:
      Globex Ltd

      Consulting 1,500.00
      Subtotal: 1,500.00
      Total: $1,784.50
      """;

  private final Chooser chooser = new Chooser(Candidates.INITIAL);

  @Test
  void an_english_invoice_is_one_with_every_field_and_its_place() {
    var choice = choose(ENGLISH);

    assertThat(choice.chosen().capability()).isEqualTo(INVOICE);
    assertThat(choice.chosen().score()).isEqualTo(95);
    assertThat(body(choice))
        .isEqualTo(
            """
            {"amount":1784.5,"currency":"$","customer_name":"Globex Ltd","date":"2024-01-15",\
            "invoice_number":"INV-7","vendor_name":"Acme, Inc."}""");
    assertThat(field(choice, "invoice_number").place())
        .isEqualTo(new Place.InText(ENGLISH.indexOf("INV-7"), 3, null));
    assertThat(field(choice, "customer_name").place())
        .isEqualTo(new Place.InText(ENGLISH.indexOf("Globex"), 8, null));
    assertThat(field(choice, "amount").label()).isEqualTo("total");
  }

  @Test
  void the_choice_says_why_and_what_came_next() {
    var choice = choose(ENGLISH);

    assertThat(choice.chosen().reasons())
        .contains(
            "Its beginning says “invoice” (+30).",
            "invoice_number stands behind “invoice number” (+20).");
    assertThat(choice.runnersUp())
        .extracting(Scored::capability)
        .containsExactly(RECEIPT, TRANSACTION, Candidates.NOTE, CONTRACT);
    assertThat(choice.runnersUp().getFirst().score()).isEqualTo(35);
  }

  @Test
  void a_german_invoice_is_one() {
    var choice =
        choose(
            """
            Blumen Müller GmbH
            Rechnung Nr. 2024/77 vom 15.01.2024
            Kunde: Gärtnerei Größe
            Zwischensumme 300,00 €
            Gesamtbetrag 349,50 €
            """);

    assertThat(choice.chosen().capability()).isEqualTo(INVOICE);
    assertThat(body(choice))
        .isEqualTo(
            """
            {"amount":349.5,"currency":"EUR","customer_name":"Gärtnerei Größe",\
            "date":"2024-01-15","invoice_number":"2024/77","vendor_name":"Blumen Müller GmbH"}""");
    assertThat(field(choice, "vendor_name").label()).isEqualTo("letterhead");
  }

  @Test
  void a_ukrainian_invoice_is_one() {
    var choice =
        choose(
            """
            Рахунок-фактура № СФ-12 від 15 січня 2024 року
            Постачальник: ТОВ «Мотузка»
            Покупець: ФОП Іваненко
            Всього до сплати: 1 784,50 грн
            """);

    assertThat(choice.chosen().capability()).isEqualTo(INVOICE);
    assertThat(body(choice))
        .isEqualTo(
            """
            {"amount":1784.5,"currency":"UAH","customer_name":"ФОП Іваненко",\
            "date":"2024-01-15","invoice_number":"СФ-12","vendor_name":"ТОВ «Мотузка»"}""");
  }

  @Test
  void a_receipt_is_one() {
    var choice =
        choose(
            """
            Kaffeehaus Ltd
            Receipt no. 4711
            2 espresso   5.00
            Total paid   5.00 EUR
            Date: 15/01/2024
            """);

    assertThat(choice.chosen().capability()).isEqualTo(RECEIPT);
    assertThat(body(choice))
        .isEqualTo(
            """
            {"amount":5,"currency":"EUR","date":"2024-01-15","receipt_number":"4711",\
            "vendor_name":"Kaffeehaus Ltd"}""");
  }

  @Test
  void a_payment_is_a_transaction() {
    var choice =
        choose(
            """
            Payment confirmation
            Transaction ID: TX-99-A
            Payee: Globex Ltd
            Amount: 250.00 EUR
            Date: 2024-01-15
            """);

    assertThat(choice.chosen().capability()).isEqualTo(TRANSACTION);
    assertThat(field(choice, "counterparty").value()).isEqualTo(Json.of("Globex Ltd"));
  }

  @Test
  void a_contract_is_one_with_its_parties() {
    var choice =
        choose(
            """
            # Service Agreement

            Contract number: C-2024-7

            This agreement is made between Acme GmbH, Berlin (“Client”),
            and Globex Ltd., London (“Supplier”). It is governed by German law.

            Start date: 1. Februar 2024
            Valid until: 01/02/2025
            """);

    assertThat(choice.chosen().capability()).isEqualTo(CONTRACT);
    assertThat(body(choice))
        .isEqualTo(
            """
            {"contract_number":"C-2024-7","end_date":"01/02/2025",\
            "parties":["Acme GmbH","Globex Ltd"],"start_date":"2024-02-01"}""");
  }

  @Test
  void parties_stand_behind_a_colon_or_on_lines_of_their_own() {
    for (var parties :
        List.of(
            "Parties: Acme GmbH and Globex Ltd.",
            "Parties:\n- Acme GmbH\n- Globex Ltd\n",
            "Between\nAcme GmbH\nand\nGlobex Ltd\n",
            "Zwischen Acme GmbH, Berlin (Auftraggeber),\nund Globex Ltd, London.")) {
      var choice =
          choose("Mietvertrag\nVertrag Nr. 12-B\n\n" + parties + "\n\nGültig ab: 2024-01-01");

      assertThat(choice.chosen().capability()).as(parties).isEqualTo(CONTRACT);
      assertThat(field(choice, "parties").value())
          .isEqualTo(JsonArray.ofTexts(List.of("Acme GmbH", "Globex Ltd")));
    }
  }

  @Test
  void prose_that_merely_mentions_such_things_is_a_note() {
    for (var prose :
        List.of(
            "The invoice of last month was paid. The total was 12 EUR, says Ana.",
            "Our contract with Acme ends soon. Ask customer service about the date.",
            "Meeting notes\n\nTotal: 5\n",
            "Contract\nContract number: C-7\nIt rained between January and March.",
            "Date: 2024-01-15\nAmount of rain: 12\n")) {
      assertThat(choose(prose).chosen().capability()).as(prose).isEqualTo(Candidates.NOTE);
    }
  }

  @Test
  void a_note_has_its_first_line_as_title_all_of_its_text_and_its_tasks() {
    var text = "# Plan of the week\n\nWe start on Monday.\n\n- [ ] Design\n- [x] Build\n- other\n";
    var choice = choose(text);

    assertThat(choice.chosen())
        .isEqualTo(new Scored(Candidates.NOTE, 20, List.of("Nothing else fits.")));
    var body = choice.proposals().at(0).body();
    assertThat(body.text("title")).isEqualTo("Plan of the week");
    assertThat(body.text("content")).isEqualTo(text);
    assertThat(body.array("tasks")).isEqualTo(JsonArray.ofTexts(List.of("Design", "Build")));
    assertThat(field(choice, "title").place()).isEqualTo(new Place.InText(2, 1, null));
    assertThat(field(choice, "tasks").place())
        .isEqualTo(new Place.InText(text.indexOf("Design"), 5, null));
  }

  @Test
  void an_envelope_is_taken_as_it_is() {
    var envelope =
        JsonObject.of(
            "capability_id", Json.of("acme:store_recipe:v1"),
            "body", JsonObject.of("title", Json.of("Soup")),
            "provenance", JsonObject.EMPTY);

    assertThat(chooser.choose(json(envelope), "a.json"))
        .isEqualTo(new Choice.Envelopes(List.of(envelope)));
    assertThat(chooser.choose(json(JsonArray.of(envelope, envelope)), null))
        .isEqualTo(new Choice.Envelopes(List.of(envelope, envelope)));
  }

  @Test
  void an_object_with_the_fields_of_a_capability_becomes_its_payload_with_all_other_members() {
    var object =
        JsonObject.of(
            "invoiceNumber", Json.of("INV-7"),
            "amount", Json.of("1,500"),
            "vendor_name", Json.of("Acme"),
            "date", Json.of("01/02/2025"),
            "lines", JsonArray.EMPTY);
    var choice = chosen(json(object), "x.json");

    assertThat(choice.chosen().capability()).isEqualTo(INVOICE);
    assertThat(choice.chosen().score()).isEqualTo(85);
    assertThat(choice.proposals().at(0).body())
        .isEqualTo(object.without("invoiceNumber").with("invoice_number", Json.of("INV-7")));
    assertThat(field(choice, "invoice_number"))
        .isEqualTo(
            new FoundField(
                "invoice_number",
                Json.of("INV-7"),
                new Place.InJson(Pointer.ROOT.child("invoiceNumber")),
                "invoiceNumber"));
  }

  @Test
  void a_list_of_such_objects_becomes_a_payload_for_each() {
    var one = JsonObject.of("title", Json.of("One"), "content", Json.of("first"));
    var two = JsonObject.of("title", Json.of("Two"), "content", Json.of("second"));
    var choice = chosen(json(JsonArray.of(one, two)), null);

    assertThat(choice.chosen().capability()).isEqualTo(Candidates.NOTE);
    assertThat(choice.chosen().score()).isEqualTo(67);
    assertThat(choice.proposals().count()).isEqualTo(2);
    assertThat(choice.proposals().at(1).body()).isEqualTo(two);
    assertThat(choice.proposals().at(1).fields().getFirst().place())
        .isEqualTo(new Place.InJson(new Pointer("/1/title")));
  }

  @Test
  void json_that_fits_nothing_is_a_note_of_its_text() {
    var choice = chosen(json(JsonArray.of(Json.of(1), Json.of(2))), "numbers.json");

    assertThat(choice.chosen().capability()).isEqualTo(Candidates.NOTE);
    assertThat(choice.proposals().at(0).body().text("title")).isEqualTo("numbers");
    assertThat(choice.proposals().at(0).body().text("content")).isEqualTo("[1,2]");
  }

  @Test
  void a_table_of_a_bank_becomes_a_transaction_for_each_row() {
    var table =
        table(
            List.of("Buchungstag", "Empfänger", "Verwendungszweck", "Betrag"),
            List.of("15.01.2024", "Globex Ltd", "INV-7", "-1.784,50 EUR"),
            List.of("01/02/2024", "Acme", "", "1.500"));
    var choice = chosen(table, "umsätze.csv");

    assertThat(choice.chosen().capability()).isEqualTo(TRANSACTION);
    assertThat(choice.chosen().score()).isEqualTo(64);
    assertThat(choice.proposals().count()).isEqualTo(2);
    assertThat(choice.proposals().at(0).body().toString())
        .isEqualTo(
            """
            {"Verwendungszweck":"INV-7","amount":-1784.5,"counterparty":"Globex Ltd",\
            "currency":"EUR","date":"2024-01-15"}""");
    assertThat(choice.proposals().at(1).body().toString())
        .as("what is not certain stays as it stands")
        .isEqualTo("{\"amount\":\"1.500\",\"counterparty\":\"Acme\",\"date\":\"01/02/2024\"}");
    assertThat(choice.proposals().at(1).fields().getFirst().place())
        .isEqualTo(new Place.InText(200, 3, null));
  }

  @Test
  void a_table_of_something_else_is_a_note_for_each_row() {
    var cords =
        table(
            List.of("cord", "knots"), List.of("red", "42"), List.of(" ", ""), List.of("blue", ""));
    var choice = chosen(cords, "cords.csv");

    assertThat(choice.chosen().capability()).isEqualTo(Candidates.NOTE);
    assertThat(choice.proposals().count()).isEqualTo(3);
    assertThat(choice.proposals().at(0).body().toString())
        .isEqualTo("{\"content\":\"cord: red\\nknots: 42\",\"cord\":\"red\",\"knots\":\"42\"}");
    assertThat(choice.proposals().at(1).body()).isEqualTo(JsonObject.EMPTY);
    assertThat(choice.proposals().at(2).fields().getFirst().place())
        .isEqualTo(new Place.InText(300, 4, null));
  }

  @Test
  void rows_without_a_header_are_notes_too_and_a_header_without_rows_is_one() {
    var bare = chosen(table(List.of(), List.of("1", "2"), List.of("3", "4")), "numbers.csv");
    var empty = chosen(table(List.of("cord", "knots")), "cords.csv");

    assertThat(bare.proposals().at(1).body().toString()).isEqualTo("{\"content\":\"3\\n4\"}");
    assertThat(empty.proposals().count()).isEqualTo(1);
    assertThat(empty.proposals().at(0).body().text("title")).isEqualTo("cords");
  }

  @Test
  void where_two_fit_nearly_alike_neither_is_taken() {
    var twice = new ArrayList<>(Candidates.INITIAL);
    twice.add(Candidate.of("acme:store_bill:v1", List.of("invoice_number", "amount", "date")));
    var table =
        table(
            List.of("invoice_number", "amount", "date", "vendor_name", "customer_name"),
            List.of("7", "1", "", "", ""));
    var choice = (Choice.Capability) new Chooser(twice).choose(table, null);

    assertThat(choice.chosen().capability()).isEqualTo(Candidates.NOTE);
    assertThat(choice.chosen().reasons().getFirst()).contains(INVOICE, "acme:store_bill:v1");
  }

  @Test
  void a_capability_of_a_tenant_is_chosen_by_the_names_of_its_fields() {
    var candidates = new ArrayList<>(Candidates.INITIAL);
    candidates.add(Candidate.of("acme:store_shipment:v2", List.of("shipment_id", "ship_date")));
    var choice =
        (Choice.Capability)
            new Chooser(candidates)
                .choose(prose("Shipment\nShipment ID: S-1\nShip date: 15.01.2024\n"), null);

    assertThat(choice.chosen().capability()).isEqualTo("acme:store_shipment:v2");
    assertThat(body(choice)).isEqualTo("{\"ship_date\":\"2024-01-15\",\"shipment_id\":\"S-1\"}");
  }

  @Test
  void a_letter_keeps_who_wrote_it_to_whom() {
    var mail =
        new Structure.Mail(
            "ana@example.org",
            List.of("ben@example.org"),
            List.of(),
            "Lunch",
            null,
            List.of("a.pdf"));
    var file =
        new FileText("message/rfc822", "At noon?", "Lunch", null, null, JsonObject.EMPTY, mail);

    assertThat(chosen(file, "a.eml").proposals().at(0).body().toString())
        .isEqualTo(
            """
            {"attachments":["a.pdf"],"content":"At noon?","from":"ana@example.org",\
            "title":"Lunch","to":["ben@example.org"]}""");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        " ",
        "_",
        "# ",
        "a",
        "7",
        "1,234,",
        "vendor:1, ",
        "total: x, ",
        "invoice, ",
        "between A and ",
        "- [ ]  ",
        "(",
        "date 1.1.",
        "\n",
        "a\n",
        "parties:\n",
        "Acme GmbH, and\n"
      })
  @Timeout(60)
  void no_text_keeps_it_busy(String part) {
    var text = part.repeat(Limits.FILES.maxText() / part.length());

    assertThat(choose(text).chosen().capability()).isEqualTo(Candidates.NOTE);
  }

  @Test
  void pages_are_told_where_they_are_known() {
    var text = "Cover\nRechnung\nRechnungsnummer: RE-77\nSumme: 12,50\n";
    var file = FileText.of("application/pdf", text, new Structure.Prose(List.of(0, 6)));

    assertThat(field(chosen(file, null), "invoice_number").place())
        .isEqualTo(new Place.InText(text.indexOf("RE-77"), 3, 2));
  }

  @Test
  void the_choice_does_not_depend_on_where_the_machine_stands() {
    var locale = Locale.getDefault();
    var zone = TimeZone.getDefault();
    try {
      var here = ChoiceJson.of(choose(ENGLISH), 10);
      Locale.setDefault(Locale.forLanguageTag("tr-TR"));
      TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Kiritimati"));
      assertThat(ChoiceJson.of(choose(ENGLISH), 10)).isEqualTo(here);
    } finally {
      Locale.setDefault(locale);
      TimeZone.setDefault(zone);
    }
  }

  private Choice.Capability choose(String text) {
    return chosen(prose(text), null);
  }

  private Choice.Capability chosen(FileText file, String name) {
    return (Choice.Capability) chooser.choose(file, name);
  }

  private static String body(Choice.Capability choice) {
    return choice.proposals().at(0).body().toString();
  }

  private static FoundField field(Choice.Capability choice, String name) {
    return choice.proposals().at(0).fields().stream()
        .filter(field -> field.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static FileText prose(String text) {
    return FileText.of("text/plain", text, Structure.Prose.PLAIN);
  }

  private static FileText json(Json json) {
    return FileText.of("application/json", json.toString(), new Structure.Value(json));
  }

  @SafeVarargs
  private static FileText table(List<String> header, List<String>... rows) {
    var made = new ArrayList<Row>();
    for (var row : rows) {
      int line = made.size() + 2;
      made.add(new Row(line, row.stream().map(text -> new Cell((line - 1) * 100, text)).toList()));
    }
    return FileText.of("text/csv", "a table", new Structure.Table(header, made));
  }
}
