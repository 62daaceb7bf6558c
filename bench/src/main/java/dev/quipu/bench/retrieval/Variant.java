package dev.quipu.bench.retrieval;

import dev.quipu.engine.query.Weights;
import dev.quipu.engine.query.Weights.Blend;
import dev.quipu.lucene.analysis.Omitted;
import dev.quipu.lucene.analysis.WordField;
import java.util.List;
import java.util.Set;

/// The ranking with a part taken away.
record Variant(String name, Weights weights, Omitted omitted) {

  private static final Weights ALL = Weights.DEFAULT;

  static List<Variant> all() {
    return List.of(
        new Variant(
            "BM25 of stems alone",
            Weights.NONE,
            new Omitted(
                Set.of(WordField.EXACT, WordField.SPEAKER, WordField.TITLE, WordField.NAMES),
                true,
                true)),
        beside("words alone, with all their parts", ALL.blending(Blend.WORDS_ALONE)),
        beside("meaning alone", Weights.NONE.blending(Blend.MEANING_ALONE)),
        beside("half words, half meaning", ALL.withoutLentMeaning().blending(Blend.HALVES)),
        beside("reciprocal ranks of both", ALL.withoutLentMeaning().blending(Blend.RANKS)),
        new Variant("all parts", ALL, Omitted.NOTHING),
        beside("without lent meaning", ALL.withoutLentMeaning()),
        beside("without neighbours", ALL.withoutNeighbours()),
        beside("without the second neighbour", ALL.withoutSecondNeighbours()),
        beside("without the share that long texts take", ALL.withoutLengths()),
        within("without names of speakers", new Omitted(Set.of(WordField.SPEAKER), false, false)),
        beside("without roles", ALL.withoutRoles()),
        beside("without times", ALL.withoutTimes()),
        beside("without restatements", ALL.withoutRestatements()),
        within(
            "without words as they are written",
            new Omitted(Set.of(WordField.EXACT), false, false)),
        within("stop words looked for too", new Omitted(Set.of(), true, false)),
        within("without other forms of words", new Omitted(Set.of(), false, true)));
  }

  private static Variant beside(String name, Weights weights) {
    return new Variant(name, weights, Omitted.NOTHING);
  }

  private static Variant within(String name, Omitted omitted) {
    return new Variant(name, ALL, omitted);
  }
}
