package dev.quipu.bench.ingest;

import dev.quipu.bench.embedded.Store;
import dev.quipu.engine.ingest.CommitMeter;
import dev.quipu.model.id.TenantId;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;

/// Where nothing was written before: a folder, or a schema. Gone when it is closed.
public interface Place extends AutoCloseable {

  Store open(CommitMeter meter);

  /// On the disk that is measured.
  Path folder();

  /// The variables that let a server with this folder store its data here.
  Map<String, String> serverSettings();

  /// What the engine has left here of one tenant. A server may have it open meanwhile.
  RecordedRows rows(TenantId tenant) throws SQLException;

  /// The same tables as the engine's, empty.
  BareLoop bare(RecordedRows rows) throws SQLException;

  @Override
  void close();
}
