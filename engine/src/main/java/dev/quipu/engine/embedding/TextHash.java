package dev.quipu.engine.embedding;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.quipu.model.log.Hash;
import java.text.Normalizer;

/// What a text's vector is kept by: the SHA-256 of the text in the one form ([#normal]) that texts
/// have which look the same.
public record TextHash(Hash value) {

  public static TextHash of(String text) {
    return new TextHash(Hash.of(normal(text).getBytes(UTF_8)));
  }

  /// The text in Unicode's NFC. This is what has to be embedded: the vector is another text's
  /// otherwise, which has the same hash.
  public static String normal(String text) {
    return Normalizer.isNormalized(text, Normalizer.Form.NFC)
        ? text
        : Normalizer.normalize(text, Normalizer.Form.NFC);
  }
}
