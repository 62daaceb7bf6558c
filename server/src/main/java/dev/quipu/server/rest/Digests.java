package dev.quipu.server.rest;

import dev.quipu.engine.content.ContentDigest;
import dev.quipu.engine.content.ContentDigest.Algorithm;
import dev.quipu.model.id.BlobId;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Violations;
import java.util.Base64;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The hash of content as requests and answers say it: in hexadecimal digits, or in the headers of
/// RFC 9530. An algorithm that is not known here is passed over beside one that is; alone it would
/// be a promise that nobody holds.
final class Digests {

  static final String CONTENT = "Content-Digest";
  static final String REPRESENTATION = "Repr-Digest";
  static final String PARAMETER = "sha256";

  /// An algorithm and bytes, as a dictionary of RFC 9651 has them.
  private static final Pattern MEMBER =
      Pattern.compile("[ \\t]*([a-z*][a-z0-9_.*-]*)=:([A-Za-z0-9+/]*={0,2}):[ \\t]*(?:;.*)?");

  private Digests() {}

  /// Everything that is announced; it all has to hold.
  static Set<ContentDigest> announced(Call call, Violations violations) {
    var announced = new HashSet<ContentDigest>();
    for (var name : List.of(CONTENT, REPRESENTATION)) {
      var header = call.incoming().header(name);
      if (header != null && !header.isBlank()) {
        read(header, Pointer.ROOT.child(name), announced, violations);
      }
    }
    var text = call.query().text(PARAMETER);
    if (text != null) {
      var hex = text.toLowerCase(Locale.ROOT);
      if (BlobId.isWellFormed(hex)) {
        announced.add(new ContentDigest(Algorithm.SHA_256, hex));
      } else {
        violations.add(
            Pointer.ROOT.child(PARAMETER), "digest.format", "Send 64 hexadecimal digits.");
      }
    }
    return announced;
  }

  private static void read(
      String header, Pointer at, Set<ContentDigest> into, Violations violations) {
    boolean known = false;
    for (var each : header.split(",", -1)) {
      var member = MEMBER.matcher(each);
      var algorithm = member.matches() ? algorithm(member.group(1)) : null;
      var hash = algorithm == null ? null : bytes(member.group(2));
      known |= algorithm != null || !member.matches();
      if (!member.matches()
          || (algorithm != null && (hash == null || hash.length != algorithm.length()))) {
        violations.add(
            at,
            "digest.format",
            "Send sha-256=:…: with the 32 bytes in base64 between the colons, or sha-512 with 64.");
      } else if (algorithm != null && hash != null) {
        into.add(new ContentDigest(algorithm, HexFormat.of().formatHex(hash)));
      }
    }
    if (!known) {
      violations.add(
          at,
          "digest.unsupported",
          "Send one of these too: " + String.join(", ", ContentDigest.names()) + ".");
    }
  }

  private static @Nullable Algorithm algorithm(String name) {
    for (var algorithm : Algorithm.values()) {
      if (algorithm.wireName().equals(name)) {
        return algorithm;
      }
    }
    return null;
  }

  private static byte @Nullable [] bytes(String base64) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /// A hash as the headers write it.
  static String header(String hex) {
    return "sha-256=:" + Base64.getEncoder().encodeToString(HexFormat.of().parseHex(hex)) + ":";
  }
}
