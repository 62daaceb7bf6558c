package dev.quipu.model.payload;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// What differs between two versions of a schema, in words.
///
/// @param additions what was silent and now speaks; no value that was shown is shown otherwise, but
///   one that a new converter finally brings into its type
/// @param breaks what those who read snapshots, or find entities by name, can trip over
public record SchemaChange(List<String> additions, List<String> breaks) {

  public SchemaChange {
    additions = List.copyOf(additions);
    breaks = List.copyOf(breaks);
  }

  public boolean isAdditive() {
    return breaks.isEmpty();
  }

  static SchemaChange between(EntitySchema before, EntitySchema after) {
    var change = new Gathering();
    if (!before.entityType().equals(after.entityType())) {
      change.breaks.add("another entity type: " + after.entityType());
    }
    change.compareFields(before.fields(), after.fields());
    change.compareIdentity(before.identity(), after.identity());
    change.compare("temporal field", before.temporal(), after.temporal());
    change.compare("reference field", before.references(), after.references());
    return new SchemaChange(change.additions, change.breaks);
  }

  private static final class Gathering {

    private final List<String> additions = new ArrayList<>();
    private final List<String> breaks = new ArrayList<>();

    private void compareFields(Map<String, FieldRule> before, Map<String, FieldRule> after) {
      for (var name : union(before, after)) {
        var old = before.get(name);
        var now = after.get(name);
        if (old == null) {
          additions.add("field " + name);
        } else if (now == null) {
          breaks.add("field " + name + " is gone");
        } else {
          compareField(name, old, now);
        }
      }
    }

    private void compareField(String name, FieldRule old, FieldRule now) {
      if (old.type() != now.type()) {
        breaks.add(
            "field " + name + ": " + old.type().wireName() + " becomes " + now.type().wireName());
      }
      if (old.merge() != now.merge()) {
        breaks.add(
            "field " + name + ": " + old.merge().wireName() + " becomes " + now.merge().wireName());
      }
      int kept = old.converters().size();
      if (now.converters().size() < kept
          || !now.converters().subList(0, kept).equals(old.converters())) {
        breaks.add("field " + name + ": converters are gone or tried in another order");
      } else if (now.converters().size() > kept) {
        additions.add("field " + name + ": converters");
      }
    }

    /// A rule that is tried last names only what had no name.
    private void compareIdentity(List<List<String>> before, List<List<String>> after) {
      int kept = before.size();
      if (after.size() < kept || !after.subList(0, kept).equals(before)) {
        breaks.add("identity: entities get other names");
      } else if (after.size() > kept) {
        additions.add("identity: what had no name may get one");
      }
    }

    private <T> void compare(String what, Map<String, T> before, Map<String, T> after) {
      for (var name : union(before, after)) {
        var old = before.get(name);
        var now = after.get(name);
        if (old == null) {
          additions.add(what + " " + name);
        } else if (now == null) {
          breaks.add(what + " " + name + " is gone");
        } else if (!now.equals(old)) {
          breaks.add(what + " " + name + " has another meaning");
        }
      }
    }

    private static Iterable<String> union(Map<String, ?> one, Map<String, ?> other) {
      var names = new HashSet<>(one.keySet());
      names.addAll(other.keySet());
      return new TreeSet<>(names);
    }
  }
}
