package dev.quipu.bench.query;

import dev.quipu.lucene.analysis.Analysis;
import dev.quipu.lucene.analysis.WordField;
import dev.quipu.model.access.AccessRule.Reading;
import dev.quipu.model.access.AccessTokens;
import dev.quipu.model.access.Caller;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Stream;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;

/// A search as somebody would write it who has only Lucene: the same words in the same fields of
/// the same files, the same filters as clauses, and everything else as Lucene brings it.
final class BareSearch implements AutoCloseable {

  private static final List<WordField> FIELDS = List.of(WordField.TEXT, WordField.EXACT);
  private static final int TOP = 10;

  private final FSDirectory directory;
  private final DirectoryReader reader;
  private final IndexSearcher searcher;

  private BareSearch(FSDirectory directory) throws IOException {
    this.directory = directory;
    this.reader = DirectoryReader.open(directory);
    this.searcher = new IndexSearcher(reader);
  }

  /// @param now the files of what is believed
  static BareSearch open(Path now) throws IOException {
    return new BareSearch(FSDirectory.open(now));
  }

  TopDocs search(Caller caller, String question) throws IOException {
    return searcher.search(query(caller, question), TOP);
  }

  /// How many pass and have one of the words.
  long count(Caller caller, String question) throws IOException {
    return searcher.count(query(caller, question));
  }

  int segments() {
    return reader.leaves().size();
  }

  int documents() {
    return reader.numDocs();
  }

  /// The names of the fields are those of the index; a test sees that they still are.
  private static Query query(Caller caller, String question) throws IOException {
    var now = Instant.now().truncatedTo(ChronoUnit.MICROS);
    long micros = ChronoUnit.MICROS.between(Instant.EPOCH, now);
    var tokens = AccessTokens.heldBy(caller, new Reading(now, true, false, false)).stream();
    var words = new BooleanQuery.Builder();
    for (var word : Analysis.words(question)) {
      for (var field : FIELDS) {
        for (var term : word.in(field)) {
          words.add(new TermQuery(new Term(field.field(), term)), Occur.SHOULD);
        }
      }
    }
    return new BooleanQuery.Builder()
        .add(words.build(), Occur.MUST)
        .add(oneOf("access", tokens.map(token -> token.value())), Occur.FILTER)
        .add(new TermQuery(new Term("aside", "y")), Occur.MUST_NOT)
        .add(within("expires", micros + 1, Long.MAX_VALUE), Occur.FILTER)
        .add(within("valid_from", Long.MIN_VALUE, micros), Occur.FILTER)
        .add(within("valid_to", micros + 1, Long.MAX_VALUE), Occur.FILTER)
        .add(oneOf("is_object_types", Stream.of("memory", "state", "artifact")), Occur.FILTER)
        .add(oneOf("is_lifecycles", Stream.of("active", "stale")), Occur.FILTER)
        .build();
  }

  private static Query oneOf(String field, Stream<String> values) {
    return new TermInSetQuery(field, values.map(BytesRef::new).toList());
  }

  private static Query within(String field, long least, long most) {
    return NumericDocValuesField.newSlowRangeQuery(field, least, most);
  }

  @Override
  public void close() throws IOException {
    reader.close();
    directory.close();
  }
}
