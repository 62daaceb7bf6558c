package dev.quipu.engine.files.choice;

/// What the value of a field looks like, and how much finding one says about a file.
public enum ValueKind {
  /// `INV-2024-001`: a word with a digit in it.
  IDENTIFIER(20),
  /// `1.784,50 €`.
  AMOUNT(15),
  /// `15.01.2024`.
  DATE(10),
  /// `Acme GmbH`: what stands on a line.
  NAME(10),
  /// `Acme GmbH and Globex Ltd`.
  NAMES(15),
  /// Any text; never looked for in prose.
  TEXT(10);

  private final int weight;

  ValueKind(int weight) {
    this.weight = weight;
  }

  int weight() {
    return weight;
  }

  /// What a field of this name holds, for capabilities that tell no more than names.
  static ValueKind of(String field) {
    if (field.equals("date") || field.endsWith("_date") || field.endsWith("_at")) {
      return DATE;
    }
    if (field.endsWith("_number") || field.endsWith("_id")) {
      return IDENTIFIER;
    }
    if (field.endsWith("_name") || field.equals("name") || field.equals("title")) {
      return NAME;
    }
    return switch (field) {
      case "amount", "total", "price", "balance", "cost", "fee", "tax" -> AMOUNT;
      case "counterparty" -> NAME;
      case "parties" -> NAMES;
      default -> field.endsWith("_amount") || field.endsWith("_price") ? AMOUNT : TEXT;
    };
  }
}
