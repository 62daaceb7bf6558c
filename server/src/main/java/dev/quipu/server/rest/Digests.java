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

  /// An algorithm and bytes, as a dictionary of RFC 9651 has them.
  private static final Pattern MEMBER =
      Pattern.compile("[ \\t]*([a-z*][a-z0-9_.*-]*)=:([A-Za-z0-9+/]*={0,2}):[ \\t]*(?:;.*)?");

  private static final Pattern SHA_256 = Pattern.compile("[A-Za-z0-9+/]{43}=");

  private Digests() {}

  /// Everything that is announced; it all has to hold.
  static Set<BlobId> announced(Call call, Violations violations) {
    var announced = new HashSet<BlobId>();
    for (var name : List.of(CONTENT, REPRESENTATION)) {
      var header = call.incoming().header(name);
      for (var each : header == null || header.isBlank() ? new String[0] : header.split(",", -1)) {
        var member = MEMBER.matcher(each);
        boolean ours = member.matches() && member.group(1).equals("sha-256");
        if (!member.matches() || (ours && !SHA_256.matcher(member.group(2)).matches())) {
          violations.add(
              Pointer.ROOT.child(name),
              "digest.format",
              "Send sha-256=:…: with the 32 bytes in base64 between the colons.");
        } else if (ours) {
          announced.add(
              new BlobId(HexFormat.of().formatHex(Base64.getDecoder().decode(member.group(2)))));
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
