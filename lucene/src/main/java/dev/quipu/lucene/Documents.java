package dev.quipu.lucene;

import dev.quipu.engine.index.FilterField;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.lucene.analysis.SharedTerms;
import dev.quipu.lucene.analysis.WordField;
import dev.quipu.model.access.AccessTokens;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.object.Lifecycle;
import java.io.IOException;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexOptions;
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

  /// Words with how often they stand there. Where they stand is nobody's question yet, and would
  /// double the size.
  private static final FieldType WORDS = words();

  private Documents() {}

  static Document of(IndexDocument source, SharedTerms terms) throws IOException {
    var document = new Document();
    var filed = source.filed();
    var envelope = source.envelope();
    document.add(word(KEY, text(source.key())));
    document.add(word(REF, filed.ref().toString()));
    for (var token : AccessTokens.opening(envelope)) {
      document.add(word(ACCESS, token.value()));
    }
    var workspace = envelope.workspace();
    document.add(word(WALL, workspace == null ? NO_WORKSPACE : workspace.value()));
    if (filed.lifecycle() == Lifecycle.QUARANTINED) {
      document.add(word(ASIDE, YES));
    }
    if (filed.agent() == null) {
      document.add(word(NO_AGENT, YES));
    }
    for (var filter : FilterField.values()) {
      for (var value : filter.of(source)) {
        document.add(word(filter(filter), value));
      }
    }
    var expires = envelope.expiresAt();
    document.add(number(KNOWN_FROM, filed.knownFrom().value()));
    document.add(number(KNOWN_TO, filed.knownTo().value()));
    document.add(number(VALID_FROM, Micros.of(filed.validFrom())));
    document.add(number(VALID_TO, Micros.of(filed.validTo())));
    document.add(number(TIME, Micros.of(filed.time())));
    document.add(number(EXPIRES, expires == null ? Long.MAX_VALUE : Micros.of(expires)));
    document.add(number(CREATED, filed.created().value()));
    document.add(new BinaryDocValuesField(FILED, FiledBytes.write(filed)));
    for (var field : WordField.values()) {
      document.add(new Field(field.field(), terms.of(source, field), WORDS));
    }
    return document;
  }

  static Term key(IndexDocument source) {
    return key(source.key());
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

  private static Field word(String field, String value) {
    return new StringField(field, value, Field.Store.NO);
  }

  private static Field number(String field, long value) {
    return NumericDocValuesField.indexedField(field, value);
  }

  private static FieldType words() {
    var type = new FieldType();
    type.setTokenized(true);
    type.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
    type.freeze();
    return type;
  }
}
