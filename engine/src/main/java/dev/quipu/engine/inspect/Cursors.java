package dev.quipu.engine.inspect;

import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.Invalid;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.At;
import dev.quipu.model.view.ValidTime;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// Cursors: where the next page begins and at which point in time it is read, signed for one caller
/// and one list.
///
/// Format, base64url: 8 bytes as_known_at, 8 bytes as_of in microseconds, 8 bytes of the time that
/// as_known_at was asked for by (the least number if by none), the place as texts (each with two
/// bytes of length), then the first 16 bytes of HMAC-SHA-256 over list, history, tenant, principal
/// and all that.
final class Cursors {

  private static final int MAC_LENGTH = 16;
  private static final int MAX_LENGTH = 2048;
  private static final long NOT_ASKED = Long.MIN_VALUE;

  private final String logId;
  private final SecretKeySpec key;

  Cursors(String logId, byte[] secret) {
    this.logId = logId;
    this.key = new SecretKeySpec(secret, "HmacSHA256");
  }

  /// Where a page begins, and when it is read.
  ///
  /// @param asked the time that `as_known_at` was asked for by, if it was asked for by one: a time
  ///   just past may come to mean a later position when what was underway is committed
  record Cursor(At at, @Nullable Instant asked, List<String> place) {}

  /// Signs a cursor.
  ///
  /// @param list names the list with all its filters: a cursor of another list is refused
  String write(Cursor cursor, Caller caller, String list) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.writeLong(cursor.at().asKnownAt().value());
      out.writeLong(ValidTime.toMicros(cursor.at().asOf()));
      out.writeLong(cursor.asked() == null ? NOT_ASKED : ValidTime.toMicros(cursor.asked()));
      for (var part : cursor.place()) {
        out.writeUTF(part);
      }
      out.write(mac(bytes.toByteArray(), caller, list));
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.toByteArray());
  }

  Cursor read(String text, Caller caller, String list) {
    try {
      if (text.length() > MAX_LENGTH) {
        throw forged();
      }
      var bytes = Base64.getUrlDecoder().decode(text);
      if (bytes.length < MAC_LENGTH) {
        throw forged();
      }
      var content = Arrays.copyOf(bytes, bytes.length - MAC_LENGTH);
      var mac = Arrays.copyOfRange(bytes, content.length, bytes.length);
      if (!MessageDigest.isEqual(mac, mac(content, caller, list))) {
        throw forged();
      }
      var in = new DataInputStream(new ByteArrayInputStream(content));
      var position = new LogPosition(in.readLong());
      var asOf = ValidTime.ofMicros(in.readLong());
      long asked = in.readLong();
      var place = new ArrayList<String>();
      while (in.available() > 0) {
        place.add(in.readUTF());
      }
      return new Cursor(
          new At(asOf, position), asked == NOT_ASKED ? null : ValidTime.ofMicros(asked), place);
    } catch (IllegalArgumentException | IOException e) {
      throw forged();
    }
  }

  private byte[] mac(byte[] content, Caller caller, String list) {
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(key);
      for (var part :
          List.of(logId, caller.tenant().value(), caller.principal().toString(), list)) {
        mac.update(part.getBytes(StandardCharsets.UTF_8));
        mac.update((byte) 0);
      }
      return Arrays.copyOf(mac.doFinal(content), MAC_LENGTH);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has HMAC-SHA-256", e);
    }
  }

  static Invalid forged() {
    return new Invalid(
        "/cursor",
        "cursor.invalid",
        "Send a cursor exactly as the page before gave it, with the same key, filters and times.");
  }
}
