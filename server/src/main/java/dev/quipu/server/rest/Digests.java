package dev.quipu.server.rest;

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

/// The SHA-256 of content as requests and answers say it: in hexadecimal digits, or in the headers
/// of RFC 9530. Other algorithms in those are passed over, as the RFC allows.
final class Digests {

  static final String CONTENT = "Content-Digest";
  static final String REPRESENTATION = "Repr-Digest";
  static final String PARAMETER = "sha256";

  private static final Pattern SHA_256 = Pattern.compile("(?:^|,)[ \\t]*sha-256[ \\t]*=([^,]*)");
  private static final Pattern VALUE =
      Pattern.compile("[ \\t]*:([A-Za-z0-9+/]{43}=):[ \\t]*(?:;.*)?");

  private Digests() {}

  /// Everything that is announced; it all has to hold.
  static Set<BlobId> announced(Call call, Violations violations) {
    var announced = new HashSet<BlobId>();
    for (var name : List.of(CONTENT, REPRESENTATION)) {
      var header = call.incoming().header(name);
      var said = SHA_256.matcher(header == null ? "" : header);
      while (said.find()) {
        var value = VALUE.matcher(said.group(1));
        if (value.matches()) {
          announced.add(
              new BlobId(HexFormat.of().formatHex(Base64.getDecoder().decode(value.group(1)))));
        } else {
          violations.add(
              Pointer.ROOT.child(name),
              "digest.format",
              "Send sha-256=:…: with the 32 bytes in base64 between the colons.");
        }
      }
    }
    var text = call.query().text(PARAMETER);
    if (text != null) {
      var hex = text.toLowerCase(Locale.ROOT);
      if (BlobId.isWellFormed(hex)) {
        announced.add(new BlobId(hex));
      } else {
        violations.add(
            Pointer.ROOT.child(PARAMETER), "digest.format", "Send 64 hexadecimal digits.");
      }
    }
    return announced;
  }

  /// A hash as the headers write it.
  static String header(String hex) {
    return "sha-256=:" + Base64.getEncoder().encodeToString(HexFormat.of().parseHex(hex)) + ":";
  }
}
