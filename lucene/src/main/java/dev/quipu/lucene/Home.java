package dev.quipu.lucene;

import dev.quipu.model.id.TenantId;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.apache.lucene.index.IndexNotFoundException;
import org.jspecify.annotations.Nullable;

/// A folder of generations: the one that answers, and the one that will.
///
/// @param <G> what they are filled with
final class Home<G extends LuceneFilling<?>> {

  private static final System.Logger LOG = System.getLogger(Home.class.getName());
  private static final Pattern GENERATION = Pattern.compile("g(\\d{1,9})");

  /// Where a generation lies.
  ///
  /// @param committed what lies there; null if nothing does
  /// @param complete whether it has been taken into service
  record Place(int number, Path folder, @Nullable CommitMark committed, boolean complete) {}

  /// What a home is for.
  ///
  /// @param format of what it holds: whatever else lies there counts as nothing
  /// @param maker makes a generation that lies in a place
  /// @param <G> what they are filled with
  record Purpose<G>(Workshop workshop, TenantId tenant, String format, Function<Place, G> maker) {}

  private final Purpose<G> purpose;
  private final Path folder;
  private volatile G serving;
  private @Nullable G begun;

  private Home(Purpose<G> purpose, Path folder, G serving) {
    this.purpose = purpose;
    this.folder = folder;
    this.serving = serving;
  }

  /// Takes the last generation that was taken into service, and removes all others.
  static <G extends LuceneFilling<?>> Home<G> open(Purpose<G> purpose, Path folder)
      throws IOException {
    G found = null;
    int highest = 0;
    for (var entry : generations(folder).descendingMap().entrySet()) {
      int number = entry.getKey();
      highest = Math.max(highest, number);
      var mark = found == null ? usable(purpose, entry.getValue()) : null;
      if (mark == null) {
        Folders.delete(entry.getValue());
      } else {
        found = purpose.maker().apply(new Place(number, entry.getValue(), mark, true));
      }
    }
    return new Home<>(
        purpose, folder, found == null ? empty(purpose, folder, highest + 1, true) : found);
  }

  /// The format of what was taken into service last in a folder; null if nothing was.
  static @Nullable String formatOf(Workshop workshop, Path folder) throws IOException {
    for (var generation : generations(folder).descendingMap().values()) {
      try {
        var mark = Commits.last(workshop, generation.resolve("now"));
        if (mark != null && mark.complete()) {
          return mark.format();
        }
      } catch (IOException e) {
        if (!Broken.isDamage(e)) {
          throw e;
        }
      }
    }
    return null;
  }

  private static NavigableMap<Integer, Path> generations(Path folder) throws IOException {
    var found = new TreeMap<Integer, Path>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (var entry : entries) {
        var name = GENERATION.matcher(String.valueOf(entry.getFileName()));
        if (name.matches()) {
          found.put(Integer.parseInt(name.group(1)), entry);
        }
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      return found;
    }
    return found;
  }

  private static @Nullable CommitMark usable(Purpose<?> purpose, Path folder) throws IOException {
    try {
      var mark = Commits.last(purpose.workshop(), folder.resolve("now"));
      if (mark != null
          && mark.logId().equals(purpose.workshop().logId())
          && mark.format().equals(purpose.format())) {
        // One that was begun and never taken into service is no loss.
        return mark.complete() ? mark : null;
      }
      tellDropped(purpose.tenant(), "of another log or format", null);
    } catch (IndexNotFoundException e) {
      return null; // its process has ended before the first commit
    } catch (IOException e) {
      if (!Broken.isDamage(e)) {
        throw e;
      }
      tellDropped(purpose.tenant(), "cannot be read", e);
    }
    return null;
  }

  private static void tellDropped(TenantId tenant, String why, @Nullable Throwable cause) {
    LOG.log(
        System.Logger.Level.WARNING,
        "index dropped, is filled again from the log: tenant={0} reason=\"{1}\" cause=\"{2}\"",
        tenant.value(),
        why,
        cause == null ? "" : cause);
  }

  private static <G extends LuceneFilling<?>> G empty(
      Purpose<G> purpose, Path folder, int number, boolean complete) {
    return purpose.maker().apply(new Place(number, folder.resolve("g" + number), null, complete));
  }

  G serving() {
    return serving;
  }

  synchronized G begin() {
    if (begun != null) {
      begun.drop();
    }
    int number = Math.max(serving.number(), begun == null ? 0 : begun.number()) + 1;
    begun = empty(purpose, folder, number, false);
    return begun;
  }

  synchronized void serve(G next) {
    if (next != begun) {
      throw new IllegalStateException("not a generation that was begun last");
    }
    next.complete();
    var before = serving;
    serving = next;
    begun = null;
    before.drop();
  }

  /// A generation has turned out to be damaged: an empty one takes its place.
  synchronized void replace(LuceneFilling<?> damaged, IOException why) {
    if (serving != damaged) {
      return;
    }
    tellDropped(purpose.tenant(), "damaged", why);
    int number = Math.max(serving.number(), begun == null ? 0 : begun.number()) + 1;
    if (begun != null) {
      begun.drop();
      begun = null;
    }
    serving = empty(purpose, folder, number, true);
    damaged.drop();
  }

  /// Enters the stand of the generation that answers. One that turns out to be damaged is given up,
  /// and an empty one entered.
  Entry enter() {
    while (true) {
      var generation = serving;
      try {
        var stand = generation.enter();
        if (stand != null) {
          return new Entry(this, generation, stand);
        }
        if (serving == generation) {
          throw Broken.rebuilding();
        }
      } catch (IOException e) {
        if (!Broken.isDamage(e)) {
          throw Broken.because(e);
        }
        replace(generation, e);
      }
    }
  }

  synchronized void close() {
    if (begun != null) {
      begun.close();
    }
    serving.close();
  }

  synchronized void drop() {
    try {
      if (begun != null) {
        begun.drop();
      }
      serving.drop();
      Folders.delete(folder);
    } catch (IOException e) {
      throw Broken.because(e);
    }
  }
}
