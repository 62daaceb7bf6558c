package dev.quipu.engine.files.choice;

import java.util.List;

/// The capabilities that every tenant has.
public final class Candidates {

  /// What a file becomes that fits nothing else.
  public static final String NOTE = "neotoma:store_note:v1";

  /// In the order in which they are preferred if they fit alike.
  public static final List<Candidate> INITIAL =
      List.of(
          Candidate.of(
              "neotoma:store_invoice:v1",
              List.of("invoice_number", "amount", "vendor_name", "customer_name", "date")),
          Candidate.of(
              "neotoma:store_receipt:v1",
              List.of("receipt_number", "amount", "vendor_name", "date")),
          Candidate.of(
              "neotoma:store_transaction:v1",
              List.of("transaction_id", "amount", "merchant_name", "counterparty", "date")),
          Candidate.of(
              "neotoma:store_contract:v1",
              List.of("contract_number", "parties", "start_date", "end_date")),
          Candidate.of(NOTE, List.of("title", "content", "tasks")));

  private Candidates() {}
}
