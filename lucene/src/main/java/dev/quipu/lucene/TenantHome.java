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
import java.util.regex.Pattern;
import org.apache.lucene.index.IndexNotFoundException;
import org.jspecify.annotations.Nullable;

/// The generations of one tenant: the one that answers, and the one that will.
final class TenantHome {

  private static final System.Logger LOG = System.getLogger(TenantHome.class.getName());
  private static final Pattern GENERATION = Pattern.compile("g(\\d{1,9})");

  private final Workshop workshop;
  private final TenantId tenant;
  private final Path folder;
  private volatile LuceneGeneration serving;
  private @Nullable LuceneGeneration begun;

  private TenantHome(Workshop workshop, TenantId tenant, Path folder, LuceneGeneration serving) {
    this.workshop = workshop;
    this.tenant = tenant;
    this.folder = folder;
    this.serving = serving;
  }

  /// Takes the last generation that was taken into service, and removes all others.
  static TenantHome open(Workshop workshop, TenantId tenant, Path folder) throws IOException {
    LuceneGeneration found = null;
    int highest = 0;
    for (var entry : generations(folder).descendingMap().entrySet()) {
      int number = entry.getKey();
      highest = Math.max(highest, number);
      var mark = found == null ? usable(workshop, tenant, entry.getValue()) : null;
      if (mark == null) {
        Folders.delete(entry.getValue());
      } else {
        found = new LuceneGeneration(workshop, tenant, number, entry.getValue(), mark, true);
      }
    }
    return new TenantHome(
        workshop,
        tenant,
        folder,
        found == null ? empty(workshop, tenant, folder, highest + 1, true) : found);
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

  private static @Nullable CommitMark usable(Workshop workshop, TenantId tenant, Path folder)
      throws IOException {
    try {
      var mark = Commits.last(workshop, folder.resolve("now"));
      if (mark != null && mark.logId().equals(workshop.logId())) {
        // One that was begun and never taken into service is no loss.
        return mark.complete() ? mark : null;
      }
      tellDropped(tenant, "of another log or format", null);
    } catch (IndexNotFoundException e) {
      return null; // its process has ended before the first commit
    } catch (IOException e) {
      if (!Broken.isDamage(e)) {
        throw e;
      }
      tellDropped(tenant, "cannot be read", e);
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

  private static LuceneGeneration empty(
      Workshop workshop, TenantId tenant, Path folder, int number, boolean complete) {
    return new LuceneGeneration(
        workshop, tenant, number, folder.resolve("g" + number), null, complete);
  }

  LuceneGeneration serving() {
    return serving;
  }

  synchronized LuceneGeneration begin() {
    if (begun != null) {
      begun.drop();
    }
    int number = Math.max(serving.number(), begun == null ? 0 : begun.number()) + 1;
    begun = empty(workshop, tenant, folder, number, false);
    return begun;
  }

  synchronized void serve(LuceneGeneration next) {
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
  synchronized void replace(LuceneGeneration damaged, IOException why) {
    if (serving != damaged) {
      return;
    }
    tellDropped(tenant, "damaged", why);
    int number = Math.max(serving.number(), begun == null ? 0 : begun.number()) + 1;
    if (begun != null) {
      begun.drop();
      begun = null;
    }
    serving = empty(workshop, tenant, folder, number, true);
    damaged.drop();
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
