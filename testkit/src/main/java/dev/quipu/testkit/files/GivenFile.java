package dev.quipu.testkit.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.quipu.engine.files.FileSource;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// A file in memory that counts how many of its streams are open. Thread-safe.
public final class GivenFile {

  private final byte[] bytes;
  private final @Nullable String name;
  private final @Nullable String mediaType;
  private final AtomicInteger open = new AtomicInteger();

  public GivenFile(byte[] bytes, @Nullable String name, @Nullable String mediaType) {
    this.bytes = bytes.clone();
    this.name = name;
    this.mediaType = mediaType;
  }

  public static FileSource of(byte[] bytes, String name) {
    return new GivenFile(bytes, name, null).source();
  }

  public static FileSource of(String text, String name) {
    return of(text.getBytes(UTF_8), name);
  }

  public FileSource source() {
    return new FileSource(this::open, bytes.length, name, mediaType);
  }

  /// The same, but after so many bytes it fails.
  public FileSource breakingAfter(int count, IOException failure) {
    return new FileSource(
        () ->
            new FilterInputStream(open()) {
              private int left = count;

              @Override
              public int read() throws IOException {
                if (left-- <= 0) {
                  throw failure;
                }
                return super.read();
              }

              @Override
              public int read(byte[] buffer, int offset, int length) throws IOException {
                if (left <= 0) {
                  throw failure;
                }
                int read = super.read(buffer, offset, Math.min(length, left));
                left -= read;
                return read;
              }
            },
        bytes.length,
        name,
        mediaType);
  }

  public int openStreams() {
    return open.get();
  }

  private InputStream open() {
    open.incrementAndGet();
    return new FilterInputStream(new ByteArrayInputStream(bytes)) {
      private boolean closed;

      @Override
      public void close() {
        if (!closed) {
          closed = true;
          open.decrementAndGet();
        }
      }
    };
  }
}
