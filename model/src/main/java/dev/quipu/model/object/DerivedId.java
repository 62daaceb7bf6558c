package dev.quipu.model.object;

import dev.quipu.model.access.Envelope;
import dev.quipu.model.access.EnvelopeJson;
import dev.quipu.model.id.BlobId;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.Principal;
import dev.quipu.model.log.Hash;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Ids that follow from something else. Nobody can choose one: what has their form is refused as
/// the id of a new object.
public final class DerivedId {

  private static final int LENGTH = 24;
  private static final int TIME_LENGTH = 10;
  private static final String CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  private static final Pattern ULID =
      Pattern.compile("(?:evt_)?([0-7][0-9A-HJKMNP-TV-Z]{9})[0-9A-HJKMNP-TV-Z]{16}");
  private static final Pattern FORM =
      Pattern.compile("(?:mem|art|edge)_[0-9a-f]{24}|mem_ent_[0-9a-f]{24}(?:\\.[0-9a-f]{16})?");

  private DerivedId() {}

  /// The memory that an event gives rise to.
  public static ObjectRef memoryOf(EventId event) {
    return of(ObjectType.MEMORY, "mem_", event.value(), "");
  }

  /// The artifact that an event gives rise to.
  public static ObjectRef artifactOf(EventId event) {
    return of(ObjectType.ARTIFACT, "art_", event.value(), "");
  }

  /// One of the edges that an event gives rise to.
  public static ObjectRef edgeOf(EventId event, int number) {
    return of(ObjectType.EDGE, "edge_", event.value(), Integer.toString(number));
  }

  /// The edge that says of two things how they are related, whoever says it first.
  public static ObjectRef relationshipOf(ObjectRef from, EdgeType type, ObjectRef to) {
    var hash = Hash.of(part(from.toString()), part(type.wireName()), part(to.toString()));
    return new ObjectRef(ObjectType.EDGE, hashed("edge_", hash));
  }

  /// The record of a policy that an event applies.
  public static ObjectRef policyRecordOf(EventId event) {
    return new ObjectRef(ObjectType.POLICY_RECORD, "prc_" + event.value());
  }

  /// What holds under a key. It is part of the id who may see it: what is told to few must not turn
  /// up in something that many see.
  public static ObjectRef stateOf(
      Envelope envelope,
      @Nullable String agent,
      @Nullable String session,
      String type,
      String key) {
    var hash =
        Hash.of(
            EnvelopeJson.bytes(envelope),
            part(agent),
            part(session),
            part(type),
            key.getBytes(StandardCharsets.UTF_8));
    return new ObjectRef(ObjectType.STATE, hashed("state_", hash));
  }

  /// The artifact that keeps a file: the same content under the same name, for the same readers and
  /// as long, is kept once.
  ///
  /// @param lifetime null = for ever. When that ends is no part of the id: it is another each time
  /// @param turn how many artifacts there are that are no longer this file
  public static ObjectRef fileOf(
      Envelope envelope,
      @Nullable Duration lifetime,
      BlobId content,
      @Nullable String name,
      int turn) {
    var parts =
        new ArrayList<>(
            List.of(EnvelopeJson.bytes(envelope.endless()), part(content.value()), part(name)));
    if (lifetime != null || turn > 0) {
      parts.add(part(String.valueOf(lifetime)));
      parts.add(part(Integer.toString(turn)));
    }
    return new ObjectRef(
        ObjectType.ARTIFACT, hashed("art_", Hash.of(parts.toArray(byte[][]::new))));
  }

  /// The embedding of a text: equal texts of one owner share it, those of two owners never do.
  public static String vectorOf(Principal owner, String text) {
    var normal =
        Normalizer.isNormalized(text, Normalizer.Form.NFC)
            ? text
            : Normalizer.normalize(text, Normalizer.Form.NFC);
    return hashed("vec_", Hash.of(part(owner.toString()), normal.getBytes(StandardCharsets.UTF_8)));
  }

  /// Whether an event or an entity may come to give rise to something of this id. Elsewhere 24
  /// digits are nothing special: there are databases that name everything so.
  public static boolean hasForm(String id) {
    return FORM.matcher(id).matches();
  }

  /// What a hash is called: 24 of its digits behind a prefix that tells of what it is.
  public static String hashed(String prefix, Hash hash) {
    return prefix + hash.hex().substring(0, LENGTH);
  }

  /// What follows from an event whose id begins with a time begins with that too, so that what is
  /// made together lies together: random ids would touch a page of every index for each event.
  private static ObjectRef of(ObjectType type, String prefix, String event, String rest) {
    var hash = Hash.of(part(event), rest.getBytes(StandardCharsets.UTF_8));
    var ulid = ULID.matcher(event);
    if (!ulid.matches()) {
      return new ObjectRef(type, hashed(prefix, hash));
    }
    var time = HexFormat.of().toHexDigits(millisOf(ulid.group(1)) >> 8, TIME_LENGTH);
    return new ObjectRef(type, prefix + time + hash.hex().substring(0, LENGTH - TIME_LENGTH));
  }

  /// The first ten characters of a ULID are its time, five bits each.
  private static long millisOf(String time) {
    long millis = 0;
    for (int i = 0; i < time.length(); i++) {
      millis = millis << 5 | CROCKFORD.indexOf(time.charAt(i));
    }
    return millis;
  }

  private static byte[] part(@Nullable String text) {
    return ((text == null ? "" : text) + '\0').getBytes(StandardCharsets.UTF_8);
  }
}
