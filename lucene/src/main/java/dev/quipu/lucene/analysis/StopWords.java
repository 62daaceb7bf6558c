package dev.quipu.lucene.analysis;

import java.util.List;
import java.util.Set;

/// Words that carry a question but not what it asks about, in English and Ukrainian, folded and
/// without apostrophes. They stay in the index and are left out of queries that have other words.
public final class StopWords {
  private static final Set<String> WORDS =
      Set.copyOf(
          List.of(
              """
              a an the and or but if then than so as of at by for from in into on onto to with about over under up down out off
              again very just also too not no nor only own same such both each few more most other some any all
              i me my mine myself we us our ours ourselves you your yours yourself he him his himself she her hers herself it its
              itself they them their theirs themselves this that these those there here
              what which who whom whose when where why how
              am is are was were be been being do does did done doing have has had having will would shall should can could may
              might must im ive id ill youre youve hes shes its were theyre thats whats dont doesnt didnt isnt arent wasnt werent
              cant couldnt wont wouldnt hasnt havent hadnt shouldnt
              і й та а але або чи що як який яка яке які якого якої яких якому якій яким якими якою хто кого кому ким чого чому
              чим де куди звідки коли скільки навіщо це цей ця ці цього цієї цих той та те ті того тієї тих такий така таке такі
              в у на з із зі до від за по під над при про для без через між о об не ні ж же б би бо то є був була було були бути
              буде будуть я ти ви ми він вона воно вони мене мені мій моя моє мої тебе тобі вас вам ваш нас нам наш його йому її
              їй їх їм їхній свій своя своє свої себе собі також лише тільки ще вже саме
              """
                  .strip()
                  .split("\\s+", -1)));

  private StopWords() {}

  /// Whether a folded word is one of them.
  public static boolean contains(String word) {
    return WORDS.contains(word);
  }
}
