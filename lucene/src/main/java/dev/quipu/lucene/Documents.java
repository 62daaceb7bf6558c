package dev.quipu.lucene;

import dev.quipu.engine.index.Filed;
import dev.quipu.engine.index.FiledDocument;
import dev.quipu.engine.index.FilterField;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.model.access.AccessTokens;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.object.Lifecycle;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.Term;

/// Documents as Lucene keeps them: the names of the fields, and what stands in each.
///
/// Numbers are columns with their least and greatest value for every part of a segment, and no
/// trees: most questions about time are answered by those two.
final class Documents {

  static final String KEY = "key";
  static final String REF = "ref";
  static final String ACCESS = "access";

  /// The workspace, or [#NO_WORKSPACE].
  static final String WALL = "wall";

  /// Ids do not begin with it.
  static final String NO_WORKSPACE = "-";

  /// There if something is set aside.
  static final String ASIDE = "aside";

  /// What is known of the entity that it speaks of.
  static final String MARK = "mark";

  /// There if it comes from no agent.
  static final String NO_AGENT = "no_agent";

  static final String YES = "y";

  static final String KNOWN_FROM = "known_from";
  static final String KNOWN_TO = "known_to";
  static final String VALID_FROM = "valid_from";
  static final String VALID_TO = "valid_to";
  static final String TIME = "time";
  static final String EXPIRES = "expires";
  static final String CREATED = "created";
  static final String FILED = "filed";

  private Documents() {}

  /// What a document is found, filtered and removed by, whatever its kind.
  static List<Field> filing(FiledDocument source) {
    var fields = new ArrayList<Field>();
    var filed = source.filed();
    var envelope = source.envelope();
    fields.add(word(KEY, text(source.key())));
    fields.add(word(REF, filed.ref().toString()));
    for (var token : AccessTokens.opening(envelope)) {
      fields.add(word(ACCESS, token.value()));
    }
    var workspace = envelope.workspace();
    fields.add(word(WALL, workspace == null ? NO_WORKSPACE : workspace.value()));
    if (filed.lifecycle() == Lifecycle.QUARANTINED) {
      fields.add(word(ASIDE, YES));
    }
    if (filed.agent() == null) {
      fields.add(word(NO_AGENT, YES));
    }
    for (var filter : FilterField.values()) {
      for (var value : filter.of(source)) {
        fields.add(word(filter(filter), value));
      }
    }
    var entity = source.entity();
    if (entity != null) {
      entity.terms().forEach(term -> fields.add(word(MARK, term)));
    }
    var expires = envelope.expiresAt();
    fields.add(number(KNOWN_FROM, filed.knownFrom().value()));
    fields.add(number(KNOWN_TO, filed.knownTo().value()));
    fields.add(number(VALID_FROM, Micros.of(filed.validFrom())));
    fields.add(number(VALID_TO, Micros.of(filed.validTo())));
    fields.add(number(TIME, Micros.of(filed.time())));
    fields.add(number(EXPIRES, expires == null ? Long.MAX_VALUE : Micros.of(expires)));
    fields.add(number(CREATED, filed.created().value()));
    return fields;
  }

  /// What a hit is made from.
  static Field filed(Filed filed) throws IOException {
    return new BinaryDocValuesField(FILED, FiledBytes.write(filed));
  }

  /// Where the values of a filter stand; words may stand in a field of the same name.
  static String filter(FilterField filter) {
    return "is_" + filter.wireName();
  }

  static Term ref(ObjectRef ref) {
    return new Term(REF, ref.toString());
  }

  static Term key(IndexDocument.Key key) {
    return new Term(KEY, text(key));
  }

  private static String text(IndexDocument.Key key) {
    return key.ref() + " " + key.knownFrom() + " " + Micros.of(key.validFrom());
  }

  static Field word(String field, String value) {
    return new StringField(field, value, Field.Store.NO);
  }

  private static Field number(String field, long value) {
    return NumericDocValuesField.indexedField(field, value);
  }
}
