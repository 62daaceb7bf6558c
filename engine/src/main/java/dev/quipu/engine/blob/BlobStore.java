package dev.quipu.engine.blob;

import dev.quipu.model.id.BlobId;
import dev.quipu.model.id.TenantId;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Content by its SHA-256, for each tenant by itself.
///
/// Every implementation keeps these promises; `BlobStoreContract` checks them:
/// - once [#put] returns, the content is there, and a crash does not take it away;
/// - equal content of a tenant is kept once, also if it is put many times at once;
/// - a put that breaks off, is too large or dies with its process leaves nothing that can be seen;
/// - altered content is never handed out as whole: its last bytes are held back until all are
///   checked, so that also who knows the length and reads no further learns of it;
/// - putting content again mends what was altered;
/// - no tenant sees content of another, not even that it is there;
/// - once [#erase] or [#eraseAll] returns, a crash does not bring the content back.
///
/// Memory is bounded, whatever the size of the content. Thread-safe. What the store itself cannot
/// do just now is an [dev.quipu.model.failure.Unavailable].
public interface BlobStore extends AutoCloseable {

  /// Keeps what the stream holds. The stream is read, not closed.
  ///
  /// @throws IOException only what `content` throws
  /// @throws dev.quipu.model.failure.TooLarge if there are more than `maxBytes`
  Blob put(TenantId tenant, InputStream content, long maxBytes) throws IOException;

  /// The content, or null if there is none. Reading throws [dev.quipu.model.failure.Corrupt] in
  /// place of the last bytes if they are not what was put, and never an [IOException]. To be
  /// closed.
  @Nullable InputStream open(TenantId tenant, BlobId id);

  boolean has(TenantId tenant, BlobId id);

  /// Does nothing if it is not there.
  void erase(TenantId tenant, BlobId id);

  /// Erases everything that was put before the call.
  void eraseAll(TenantId tenant);

  /// Shows everything that is there from beginning to end of the call, in any order. What comes or
  /// goes meanwhile may be shown or not; the consumer may erase what it is shown.
  void each(TenantId tenant, Consumer<Blob> consumer);

  @Override
  void close();
}
