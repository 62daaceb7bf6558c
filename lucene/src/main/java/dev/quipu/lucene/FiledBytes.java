package dev.quipu.lucene;

import dev.quipu.engine.index.ContentScope;
import dev.quipu.engine.index.Filed;
import dev.quipu.engine.index.Gist;
import dev.quipu.engine.index.SourceKind;
import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.SessionId;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.object.Lifecycle;
import dev.quipu.model.object.MemoryType;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.apache.lucene.store.ByteArrayDataInput;
import org.apache.lucene.store.ByteBuffersDataOutput;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/// What is filed of a document, in one short piece: a hit is made from a single look-up.
///
/// Words are kept by their place in their list, so lists may only grow at their ends; any other
/// change of this class, or of what a gist is made from, changes [WordLayout#FORMAT] and that of
/// [VectorLayout].
@SuppressWarnings("EnumOrdinal") // see above
final class FiledBytes {

  private static final ObjectType[] TYPES = ObjectType.values();
  private static final MemoryType[] MEMORY_TYPES = MemoryType.values();
  private static final ContentScope[] SCOPES = ContentScope.values();
  private static final SourceKind[] SOURCES = SourceKind.values();
  private static final Filed.Role[] ROLES = Filed.Role.values();
  private static final Lifecycle[] LIFECYCLES = Lifecycle.values();

  private FiledBytes() {}

  static BytesRef write(Filed filed) throws IOException {
    var out = new ByteBuffersDataOutput();
    out.writeString(filed.ref().id());
    out.writeByte((byte) filed.ref().type().ordinal());
    out.writeVInt(filed.version());
    out.writeVLong(filed.knownFrom().value());
    out.writeLong(filed.knownTo().value());
    out.writeLong(Micros.of(filed.validFrom()));
    out.writeLong(Micros.of(filed.validTo()));
    out.writeVLong(filed.created().value());
    out.writeLong(Micros.of(filed.time()));
    out.writeString(filed.agent() == null ? "" : filed.agent().value());
    out.writeString(filed.session() == null ? "" : filed.session().value());
    writeWord(out, filed.memoryType());
    writeWord(out, filed.scope());
    writeWord(out, filed.source());
    out.writeString(filed.lang());
    writeWord(out, filed.role());
    out.writeString(filed.speaker());
    out.writeLong(filed.gist().hash());
    writeWord(out, filed.lifecycle());
    out.writeVInt(filed.level());
    out.writeLong(Double.doubleToLongBits(filed.importance()));
    out.writeLong(Double.doubleToLongBits(filed.confidence()));
    return new BytesRef(out.toArrayCopy());
  }

  /// Names that were read: documents that are read together have most of them in common.
  static final class Names {

    private final Map<String, AgentId> agents = new HashMap<>();
    private final Map<String, SessionId> sessions = new HashMap<>();
  }

  static Filed read(BytesRef bytes, Names names) throws IOException {
    var in = new ByteArrayDataInput(bytes.bytes, bytes.offset, bytes.length);
    var id = in.readString();
    return new Filed(
        new ObjectRef(TYPES[in.readByte()], id),
        in.readVInt(),
        new LogPosition(in.readVLong()),
        new LogPosition(in.readLong()),
        Micros.instant(in.readLong()),
        Micros.instant(in.readLong()),
        new LogPosition(in.readVLong()),
        Micros.instant(in.readLong()),
        id(in, names.agents, AgentId::new),
        id(in, names.sessions, SessionId::new),
        word(in, MEMORY_TYPES),
        SCOPES[in.readByte()],
        word(in, SOURCES),
        in.readString(),
        word(in, ROLES),
        in.readString(),
        new Gist(in.readLong()),
        LIFECYCLES[in.readByte()],
        in.readVInt(),
        Double.longBitsToDouble(in.readLong()),
        Double.longBitsToDouble(in.readLong()));
  }

  private static void writeWord(ByteBuffersDataOutput out, @Nullable Enum<?> word)
      throws IOException {
    out.writeByte((byte) (word == null ? -1 : word.ordinal()));
  }

  private static <E> @Nullable E word(ByteArrayDataInput in, E[] words) {
    byte place = in.readByte();
    return place < 0 ? null : words[place];
  }

  private static <I> @Nullable I id(
      ByteArrayDataInput in, Map<String, I> known, Function<String, I> type) throws IOException {
    var text = in.readString();
    return text.isEmpty() ? null : known.computeIfAbsent(text, type);
  }
}
