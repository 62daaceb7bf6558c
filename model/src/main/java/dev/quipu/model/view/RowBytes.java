package dev.quipu.model.view;

import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.LogPosition;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/// The bytes that a row's hash is over: fields in declared order, texts with their length before
/// them, numbers as eight bytes.
final class RowBytes {

  private ByteBuffer buffer = ByteBuffer.allocate(256);

  RowBytes tag(char tag) {
    room(1).put((byte) tag);
    return this;
  }

  RowBytes number(long number) {
    room(Long.BYTES).putLong(number);
    return this;
  }

  RowBytes flag(boolean flag) {
    room(1).put((byte) (flag ? 1 : 0));
    return this;
  }

  RowBytes position(LogPosition position) {
    return number(position.value());
  }

  RowBytes instant(Instant instant) {
    return number(ValidTime.toMicros(instant));
  }

  RowBytes text(String text) {
    return bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  RowBytes ref(ObjectRef ref) {
    return text(ref.type().wireName()).text(ref.id());
  }

  RowBytes bytes(byte[] bytes) {
    room(Integer.BYTES + bytes.length).putInt(bytes.length).put(bytes);
    return this;
  }

  Hash hash() {
    return Hash.ofFirst(buffer.array(), buffer.position());
  }

  private ByteBuffer room(int bytes) {
    if (buffer.remaining() < bytes) {
      var larger = ByteBuffer.allocate(Math.max(buffer.capacity() * 2, buffer.position() + bytes));
      larger.put(buffer.flip());
      buffer = larger;
    }
    return buffer;
  }
}
