package dev.quipu.sql;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.quipu.engine.embedding.Embedded;
import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.embedding.TextHash;
import dev.quipu.engine.embedding.Unembeddable;
import dev.quipu.engine.embedding.Vector;
import dev.quipu.model.id.TenantId;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// One model of one tenant: what stands together, and how it is written.
///
/// A vector is its little-endian floats, a refusal its reason; behind either comes a checksum, in
/// which tenant, model and text are counted too. A row that was torn, or that got into another's
/// place, has another.
record Shelf(TenantId tenant, EmbeddingModel model) {

  /// What is in a row beside its key.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Content(boolean refused, byte[] bytes) {}

  Content write(TextHash text, Embedded embedded) {
    var plain =
        switch (embedded) {
          case Vector vector -> vector.bytes();
          case Unembeddable(var reason) -> reason.getBytes(UTF_8);
        };
    boolean refused = embedded instanceof Unembeddable;
    var bytes =
        ByteBuffer.allocate(plain.length + Integer.BYTES)
            .put(plain)
            .putInt(check(text, refused, plain))
            .array();
    return new Content(refused, bytes);
  }

  /// Null if it is not as it was written.
  @Nullable Embedded read(TextHash text, Content content) {
    int length = content.bytes.length - Integer.BYTES;
    if (length < 0 || (!content.refused && length != model.dimension() * Float.BYTES)) {
      return null;
    }
    var plain = Arrays.copyOf(content.bytes, length);
    if (ByteBuffer.wrap(content.bytes).getInt(length) != check(text, content.refused, plain)) {
      return null;
    }
    return content.refused ? new Unembeddable(new String(plain, UTF_8)) : Vector.ofBytes(plain);
  }

  private int check(TextHash text, boolean refused, byte[] plain) {
    var crc = new CRC32C();
    for (var name : new String[] {tenant.value(), model.name(), model.revision()}) {
      crc.update(name.getBytes(UTF_8));
      crc.update(0);
    }
    crc.update(text.value().bytes());
    crc.update(refused ? 1 : 0);
    crc.update(plain);
    return (int) crc.getValue();
  }
}
