package dev.quipu.engine.query;

import dev.quipu.engine.index.Filed;
import dev.quipu.engine.index.Gist;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.object.Lifecycle;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Finds out which of the best say the same.
///
/// The index knows the gist of each, so that only those are read that say the same, and most
/// questions read nothing for it. Whoever says `I` means another than somebody else who does, so
/// two speakers, agents or owners never say the same; nor do two projects, or what is tagged
/// otherwise. What has been superseded is left where it is: its successor tells of it.
///
/// @param see looks at several at once
/// @param told what one says, and how it is filed; null if it is not for the caller
/// @param called what the question calls by its id: that stands for itself
record Duplicates(
    Consumer<Collection<ObjectRef>> see,
    Function<Filed, @Nullable Told> told,
    Set<ObjectRef> called) {

  /// Languages in which we know the words that lean on when and where they are said.
  private static final Set<String> KNOWN = Set.of("en", "uk");

  /// A text, and how it is filed.
  record Told(String text, Envelope envelope) {

    private boolean isFiledLike(Told other) {
      var here = envelope;
      var there = other.envelope;
      return here.owner().equals(there.owner())
          && Objects.equals(here.workspace(), there.workspace())
          && Objects.equals(here.project(), there.project())
          && here.tags().equals(there.tags());
    }
  }

  /// What those have in common that may say the same.
  private record Common(
      ObjectType type,
      Gist gist,
      Filed.@Nullable Role role,
      String speaker,
      @Nullable AgentId agent) {

    static Common of(Filed filed) {
      return new Common(
          filed.ref().type(), filed.gist(), filed.role(), filed.speaker(), filed.agent());
    }
  }

  private record One(Filed filed, Told told, Saying saying) {

    boolean isSameAs(One other) {
      return !filed.ref().equals(other.filed.ref())
          && told.isFiledLike(other.told)
          && saying.saysSameAs(other.saying)
          && (isHeardWith(other) || !leans());
    }

    private boolean isHeardWith(One other) {
      return Objects.equals(filed.session(), other.filed.session()) && day().equals(other.day());
    }

    private boolean leans() {
      return !KNOWN.contains(filed.lang()) || saying.leans();
    }

    private LocalDate day() {
      return filed.time().atZone(ZoneOffset.UTC).toLocalDate();
    }
  }

  /// Those that say the same, two or more in each list, in the order of the ranking.
  ///
  /// @param among how many of the best are looked at
  List<List<Filed>> of(List<Candidate> ranked, int among) {
    var alike = new LinkedHashMap<Common, List<Filed>>();
    ranked.stream()
        .limit(among)
        .map(Candidate::filed)
        .filter(this::isCompared)
        .forEach(
            filed -> alike.computeIfAbsent(Common.of(filed), _ -> new ArrayList<>()).add(filed));
    alike.values().removeIf(several -> several.size() < 2);
    if (alike.isEmpty()) {
      return List.of();
    }
    see.accept(alike.values().stream().flatMap(List::stream).map(Filed::ref).distinct().toList());
    return alike.values().stream().flatMap(several -> groups(several).stream()).toList();
  }

  private boolean isCompared(Filed filed) {
    return !filed.gist().equals(Gist.NONE)
        && filed.lifecycle() == Lifecycle.ACTIVE
        && !called.contains(filed.ref());
  }

  /// Each says the same as the first of its list.
  private List<List<Filed>> groups(List<Filed> alike) {
    var groups = new ArrayList<List<One>>();
    for (var filed : alike) {
      var what = told.apply(filed);
      if (what != null && !what.text().isBlank()) {
        var one = new One(filed, what, Saying.of(what.text()));
        groups.stream()
            .filter(group -> group.getFirst().isSameAs(one))
            .findFirst()
            .ifPresentOrElse(
                group -> group.add(one), () -> groups.add(new ArrayList<>(List.of(one))));
      }
    }
    return groups.stream()
        .filter(group -> group.size() > 1)
        .map(group -> group.stream().map(One::filed).toList())
        .toList();
  }
}
