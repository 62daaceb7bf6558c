package dev.quipu.server.cli;

import dev.quipu.engine.archive.CutArchive;
import dev.quipu.engine.archive.Manifest;
import dev.quipu.engine.archive.Manifest.LogEnd;
import dev.quipu.engine.archive.NoBlobs;
import dev.quipu.engine.archive.Pour;
import dev.quipu.engine.blob.BlobStore;
import dev.quipu.engine.ingest.CommitMeter;
import dev.quipu.engine.storage.Vessel;
import dev.quipu.model.id.TenantId;
import dev.quipu.server.archive.BackupArchive;
import dev.quipu.server.archive.BackupWriter;
import dev.quipu.server.archive.EraseAgain;
import dev.quipu.server.archive.ErasureList;
import dev.quipu.server.config.BlobConfig;
import dev.quipu.server.config.ServerConfig;
import dev.quipu.server.config.StorageConfig;
import dev.quipu.server.wiring.Adapters;
import dev.quipu.server.wiring.Wiring;
import java.nio.file.Path;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;

/// Carries a whole instance from one place to another, and says in a sentence what came of it. No
/// server is asked, and none is in the way.
final class Carrying {

  private final Adapters adapters;
  private final ProgressBar bar;
  private final long begun = System.nanoTime();

  Carrying(Adapters adapters, ProgressBar bar) {
    this.adapters = adapters;
    this.bar = bar;
  }

  String backUp(ServerConfig from, Path folder) {
    BackupWriter.refuseUnlessEmpty(folder);
    try (var cut = adapters.openCut(from.storage());
        var blobs = adapters.open(from.blobs());
        var archive = CutArchive.open(cut, blobs, adapters.clock().instant())) {
      long bytes = BackupWriter.write(archive, folder, this::show);
      return sentence("backed up", archive.manifest(), "to " + folder + ", " + megabytes(bytes));
    } finally {
      bar.end();
    }
  }

  /// @param erasures what `quipu erasures` has printed since; null = nothing is to be erased
  String restore(Path folder, ServerConfig to, @Nullable Path erasures) {
    var tenants = erasures == null ? null : ErasureList.read(erasures);
    try (var archive = BackupArchive.open(folder, (done, total) -> show("check", done, total));
        var vessel = adapters.openVessel(to.storage(), archive.checkpointKeys());
        var blobs = adapters.open(to.blobs())) {
      long count = new Pour(archive, vessel.storage(), blobs, this::show).run();
      var erased = tenants == null ? released(vessel) : eraseAgain(vessel, to, tenants);
      return sentence("restored", archive.manifest(), blobs(count) + "to " + to.storage().shown())
          + erased;
    } finally {
      bar.end();
    }
  }

  /// One end of a copy.
  ///
  /// @param blobs null = it has none
  record Place(StorageConfig storage, @Nullable BlobConfig blobs) {}

  String copy(Place from, Place to) {
    try (var cut = adapters.openCut(from.storage());
        var source = openBlobs(from.blobs());
        var archive = CutArchive.open(cut, source, adapters.clock().instant());
        var vessel = adapters.openVessel(to.storage(), archive.checkpointKeys());
        var target = openBlobs(to.blobs())) {
      long count = new Pour(archive, vessel.storage(), target, this::show).run();
      vessel.release();
      return sentence("copied", archive.manifest(), blobs(count) + "to " + to.storage().shown());
    } finally {
      bar.end();
    }
  }

  private BlobStore openBlobs(@Nullable BlobConfig blobs) {
    return blobs == null ? new NoBlobs() : adapters.open(blobs);
  }

  private static String blobs(long count) {
    return count == 0 ? "" : "and " + count + " blobs ";
  }

  private static String released(Vessel vessel) {
    vessel.release();
    return "";
  }

  /// Released only when nothing is left of them: a server that starts before must not serve them.
  /// The engine closes the storage, so it is closed last.
  private String eraseAgain(Vessel vessel, ServerConfig to, SequencedSet<TenantId> tenants) {
    var wiring = Wiring.of(to.withoutEmbedder());
    try (var engine = wiring.openEngine(vessel.storage(), CommitMeter.SILENT)) {
      int erased = new EraseAgain(engine, wiring.operator(engine), this::show).run(tenants);
      vessel.release();
      return " Of %d tenants on the erasure list %d were there, and have been erased."
          .formatted(tenants.size(), erased);
    }
  }

  private String sentence(String done, Manifest manifest, String where) {
    long platform =
        manifest.logs().stream()
            .filter(log -> log.tenant().equals(TenantId.PLATFORM))
            .map(LogEnd::head)
            .mapToLong(head -> head.position().value())
            .sum();
    return "%s %d logs with %d entries as of %s (platform log at position %d) %s, in %.1f s."
        .formatted(
            done,
            manifest.logs().size(),
            manifest.lines(),
            manifest.takenAt(),
            platform,
            where,
            (System.nanoTime() - begun) / 1e9);
  }

  private static String megabytes(long bytes) {
    return "%.1f MB".formatted(bytes / 1e6);
  }

  private void show(TenantId tenant, String step, long done, long total) {
    bar.at(tenant.value(), step, done, total);
  }

  private void show(String step, long done, long total) {
    bar.at("backup", step, done, total);
  }
}
