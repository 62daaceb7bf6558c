package dev.quipu.engine.embedding;

import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.TenantId;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/// Keeps what became of texts that were once embedded, so that a text costs nothing the second
/// time: in another object, in an index that is filled again, after a restart.
///
/// What is kept can be made again from the log. So nothing here is worth a wait of those who write
/// the log, nor a server that does not start.
///
/// Every implementation keeps these promises; `VectorStoreContract` checks them:
/// - what was put is found, by its tenant, model and text alone, also after a restart;
/// - no tenant finds what another has put, be the text the same; nor does another model, be it
///   another revision of the same name;
/// - what is found is what was put, to the bit, or it is absent: what is damaged counts as absent,
///   and putting it again mends it;
/// - what was put first stays: putting it again, by whomever at the same time, changes nothing;
/// - what was dropped is absent when the call returns, its bytes are gone from the files, and all
///   else is there as before;
/// - what was made from another log is absent: a copy that was made from a backup has its own.
///
/// Memory is bounded by what is asked for at once. Thread-safe.
public interface VectorStore extends AutoCloseable {

  /// What became of those texts that were put; the others are not in the answer.
  ///
  /// @throws Unavailable if it cannot be read just now
  Map<TextHash, Embedded> find(TenantId tenant, EmbeddingModel model, Collection<TextHash> texts);

  /// Keeps what became of texts.
  ///
  /// @throws Unavailable if it cannot be written just now; some may have been kept then
  void put(TenantId tenant, EmbeddingModel model, Map<TextHash, Embedded> embedded);

  /// Removes all of one model of a tenant.
  void drop(TenantId tenant, EmbeddingModel model);

  /// Removes everything of a tenant.
  void drop(TenantId tenant);

  /// What is kept of a tenant, model by model, in the order of their names.
  List<KeptVectors> kept(TenantId tenant);

  /// What is kept of all tenants together, model by model, in the order of their names.
  List<KeptVectors> kept();

  @Override
  void close();
}
