package dev.quipu.lucene.analysis;

import java.util.HashMap;
import java.util.Map;
import org.tartarus.snowball.ext.EnglishStemmer;

/// English words without their endings: irregular forms by a list (`went` → `go`), the others by
/// Porter's second stemmer. Not thread-safe: the stemmer keeps a buffer.
final class EnglishStems {
  /// Base form, then its other forms. Forms that are common words of their own (`saw`, `left`,
  /// `found`) are listed where the verb is by far the commoner reading.
  private static final String IRREGULAR =
      """
      be am is are was were been being
      become became
      begin began begun
      bite bit bitten
      blow blew blown
      break broke broken
      bring brought
      build built
      burn burnt
      buy bought
      catch caught
      choose chose chosen
      come came
      deal dealt
      dig dug
      do does did done
      draw drew drawn
      dream dreamt
      drink drank drunk
      drive drove driven
      eat ate eaten
      fall fell fallen
      feed fed
      feel felt
      fight fought
      find found
      fly flew flown
      forget forgot forgotten
      forgive forgave forgiven
      freeze froze frozen
      get got gotten
      give gave given
      go goes went gone
      grow grew grown
      hang hung
      have has had
      hear heard
      hide hid hidden
      hold held
      keep kept
      know knew known
      lead led
      leave left
      lend lent
      light lit
      lose lost
      make made
      mean meant
      meet met
      pay paid
      ride rode ridden
      ring rang rung
      rise rose risen
      run ran
      say said
      see saw seen
      sell sold
      send sent
      shake shook shaken
      shine shone
      shoot shot
      show shown
      sing sang sung
      sit sat
      sleep slept
      speak spoke spoken
      spend spent
      stand stood
      steal stole stolen
      stick stuck
      strike struck
      swear swore sworn
      sweep swept
      swim swam swum
      take took taken
      teach taught
      tell told
      think thought
      throw threw thrown
      understand understood
      wake woke woken
      wear wore worn
      weave wove woven
      weep wept
      win won
      write wrote written
      child children
      foot feet
      tooth teeth
      goose geese
      mouse mice
      man men
      woman women
      person people
      wife wives
      knife knives
      life lives
      leaf leaves
      shelf shelves
      wolf wolves
      half halves
      self selves
      thief thieves
      good better best
      bad worse worst
      """;

  private static final Map<String, String> BASES = bases();

  private final EnglishStemmer stemmer = new EnglishStemmer();

  /// The stem of a folded word.
  String of(String word) {
    String base = BASES.getOrDefault(word, word);
    stemmer.setCurrent(base);
    stemmer.stem();
    return stemmer.getCurrent();
  }

  private static Map<String, String> bases() {
    Map<String, String> bases = new HashMap<>();
    for (String line : IRREGULAR.lines().toList()) {
      String[] forms = line.split(" ", -1);
      for (int i = 1; i < forms.length; i++) {
        bases.put(forms[i], forms[0]);
      }
    }
    return Map.copyOf(bases);
  }
}
