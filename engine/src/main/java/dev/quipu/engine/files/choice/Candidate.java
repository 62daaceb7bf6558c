package dev.quipu.engine.files.choice;

import java.util.List;

/// A capability that a file may be submitted under, as far as choosing goes.
///
/// @param capability its id
/// @param fields those that its identity rests on, in their order
/// @param words what a document of this kind calls itself, in lower case
public record Candidate(String capability, List<Field> fields, List<String> words) {

  /// A field of a capability.
  ///
  /// @param labels what stands before its value in a document, and above it in a table; in lower
  ///   case, the more telling first
  public record Field(String name, ValueKind kind, List<String> labels) {

    public Field {
      labels = List.copyOf(labels);
    }
  }

  public Candidate {
    fields = List.copyOf(fields);
    words = List.copyOf(words);
  }

  /// A candidate by what every capability has. Labels of fields that are known by their names come
  /// from the [Lexicon]; of others, the name itself.
  ///
  /// @param capability `{domain}:{intent}:{version}`
  /// @param includedFields names of fields
  public static Candidate of(String capability, List<String> includedFields) {
    var fields =
        includedFields.stream()
            .map(name -> new Field(name, ValueKind.of(name), Lexicon.labels(name)))
            .toList();
    return new Candidate(capability, fields, Lexicon.words(kind(capability)));
  }

  /// `invoice` of `neotoma:store_invoice:v1`.
  private static String kind(String capability) {
    var parts = capability.split(":", -1);
    var intent = parts.length > 1 ? parts[1] : capability;
    return intent.startsWith("store_") ? intent.substring("store_".length()) : intent;
  }

  /// The sum of what its fields weigh.
  int weight() {
    return fields.stream().mapToInt(field -> field.kind().weight()).sum();
  }
}
