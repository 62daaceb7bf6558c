package dev.quipu.engine.files.choice;

import static java.util.Map.entry;

import java.util.List;
import java.util.Map;

/// What documents call themselves and their fields, in English, German and Ukrainian.
///
/// All in lower case. The more telling label comes first: it is looked for before the others.
final class Lexicon {

  private static final Map<String, List<String>> WORDS =
      Map.ofEntries(
          entry(
              "invoice",
              List.of(
                  "tax invoice",
                  "invoice",
                  "rechnung",
                  "рахунок-фактура",
                  "рахунок на оплату",
                  "рахунок",
                  "інвойс")),
          entry(
              "receipt",
              List.of(
                  "receipt",
                  "sales receipt",
                  "quittung",
                  "kassenbon",
                  "kassenbeleg",
                  "фіскальний чек",
                  "чек",
                  "квитанція")),
          entry(
              "transaction",
              List.of(
                  "transaction",
                  "transactions",
                  "payment confirmation",
                  "bank transfer",
                  "überweisung",
                  "transaktion",
                  "zahlungsbestätigung",
                  "umsätze",
                  "транзакція",
                  "транзакції",
                  "платіжна інструкція",
                  "платіжне доручення",
                  "переказ")),
          entry(
              "contract",
              List.of("contract", "agreement", "vertrag", "договір", "контракт", "угода")),
          entry("note", List.of("note", "notes", "notiz", "notizen", "нотатка", "нотатки")));

  private static final Map<String, List<String>> LABELS =
      Map.ofEntries(
          entry(
              "invoice_number",
              List.of(
                  "invoice number",
                  "invoice no",
                  "invoice nr",
                  "invoice id",
                  "invoice",
                  "rechnungsnummer",
                  "rechnungs-nr",
                  "rechnungsnr",
                  "rechnung nr",
                  "rechnung",
                  "номер рахунку",
                  "номер рахунка",
                  "рахунок-фактура",
                  "рахунок на оплату",
                  "рахунок",
                  "інвойс")),
          entry(
              "receipt_number",
              List.of(
                  "receipt number",
                  "receipt no",
                  "receipt nr",
                  "receipt id",
                  "receipt",
                  "quittungsnummer",
                  "quittung nr",
                  "belegnummer",
                  "beleg-nr",
                  "beleg nr",
                  "bonnummer",
                  "bon-nr",
                  "номер чека",
                  "номер квитанції",
                  "квитанція",
                  "чек")),
          entry(
              "contract_number",
              List.of(
                  "contract number",
                  "contract no",
                  "contract id",
                  "agreement number",
                  "agreement no",
                  "contract",
                  "vertragsnummer",
                  "vertrags-nr",
                  "vertrag nr",
                  "номер договору",
                  "номер контракту",
                  "договір",
                  "контракт")),
          entry(
              "transaction_id",
              List.of(
                  "transaction id",
                  "transaction number",
                  "transaction no",
                  "payment id",
                  "payment reference",
                  "reference number",
                  "reference",
                  "transaktions-id",
                  "transaktionsnummer",
                  "referenznummer",
                  "referenz",
                  "номер транзакції",
                  "ідентифікатор транзакції",
                  "номер платежу",
                  "номер операції",
                  "референс")),
          entry(
              "amount",
              List.of(
                  "total amount due",
                  "amount due",
                  "total due",
                  "balance due",
                  "grand total",
                  "total amount",
                  "invoice total",
                  "amount paid",
                  "total paid",
                  "total",
                  "amount",
                  "rechnungsbetrag",
                  "gesamtbetrag",
                  "gesamtsumme",
                  "endbetrag",
                  "zahlbetrag",
                  "zu zahlen",
                  "summe",
                  "betrag",
                  "всього до сплати",
                  "разом до сплати",
                  "до сплати",
                  "загальна сума",
                  "сума платежу",
                  "разом",
                  "всього",
                  "усього",
                  "сума")),
          entry(
              "vendor_name",
              List.of(
                  "vendor name",
                  "vendor",
                  "seller",
                  "supplier",
                  "issued by",
                  "billed by",
                  "merchant",
                  "store",
                  "rechnungssteller",
                  "verkäufer",
                  "lieferant",
                  "anbieter",
                  "händler",
                  "постачальник",
                  "продавець",
                  "виконавець",
                  "магазин")),
          entry(
              "customer_name",
              List.of(
                  "customer name",
                  "customer",
                  "bill to",
                  "billed to",
                  "invoice to",
                  "buyer",
                  "client",
                  "rechnungsempfänger",
                  "rechnung an",
                  "kunde",
                  "käufer",
                  "покупець",
                  "замовник",
                  "платник",
                  "клієнт")),
          entry(
              "merchant_name",
              List.of(
                  "merchant name",
                  "merchant",
                  "store",
                  "shop",
                  "händler",
                  "geschäft",
                  "мерчант",
                  "торговець",
                  "магазин")),
          entry(
              "counterparty",
              List.of(
                  "counterparty",
                  "payee",
                  "payer",
                  "beneficiary",
                  "recipient",
                  "beguenstigter/zahlungspflichtiger",
                  "begünstigter/zahlungspflichtiger",
                  "zahlungsempfänger",
                  "begünstigter",
                  "empfänger",
                  "auftraggeber",
                  "контрагент",
                  "отримувач",
                  "одержувач",
                  "платник")),
          entry(
              "parties",
              List.of(
                  "parties",
                  "the parties",
                  "between",
                  "vertragsparteien",
                  "vertragspartner",
                  "zwischen",
                  "сторони",
                  "між")),
          entry(
              "date",
              List.of(
                  "invoice date",
                  "date of issue",
                  "issue date",
                  "issued on",
                  "receipt date",
                  "transaction date",
                  "booking date",
                  "payment date",
                  "date",
                  "dated",
                  "rechnungsdatum",
                  "ausstellungsdatum",
                  "belegdatum",
                  "buchungsdatum",
                  "buchungstag",
                  "valutadatum",
                  "datum",
                  "vom",
                  "дата виставлення",
                  "дата рахунку",
                  "дата операції",
                  "дата платежу",
                  "дата",
                  "від")),
          entry(
              "start_date",
              List.of(
                  "start date",
                  "effective date",
                  "commencement date",
                  "valid from",
                  "effective from",
                  "begins on",
                  "vertragsbeginn",
                  "beginn",
                  "gültig ab",
                  "gültig vom",
                  "дата початку",
                  "набирає чинності з",
                  "набуває чинності з",
                  "діє з")),
          entry(
              "end_date",
              List.of(
                  "end date",
                  "expiry date",
                  "expiration date",
                  "termination date",
                  "valid until",
                  "valid to",
                  "ends on",
                  "vertragsende",
                  "gültig bis",
                  "ende",
                  "дата закінчення",
                  "дійсний до",
                  "діє до")),
          entry("title", List.of("title", "titel", "betreff", "subject", "назва", "заголовок")),
          entry("content", List.of("content", "text", "body", "note", "inhalt", "зміст", "текст")),
          entry("tasks", List.of("tasks", "todos", "aufgaben", "завдання")));

  private Lexicon() {}

  static List<String> words(String kind) {
    return WORDS.getOrDefault(kind, List.of(kind.replace('_', ' ')));
  }

  static List<String> labels(String field) {
    return LABELS.getOrDefault(field, List.of(field.replace('_', ' ')));
  }
}
