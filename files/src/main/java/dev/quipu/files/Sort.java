package dev.quipu.files;

/// What a file is, as far as its first bytes and what it is called tell.
sealed interface Sort {

  /// Read here.
  enum Text implements Sort {
    PLAIN("text/plain"),
    MARKDOWN("text/markdown"),
    CSV("text/csv"),
    JSON("application/json"),
    /// Begins like JSON, and is plain text if it does not go on so.
    PERHAPS_JSON("application/json"),
    XML("application/xml");

    private final String mediaType;

    Text(String mediaType) {
      this.mediaType = mediaType;
    }

    String mediaType() {
      return mediaType;
    }
  }

  /// Read by a process of its own.
  enum Document implements Sort {
    PDF("application/pdf"),
    /// An office document, or something else in a zip: who reads it looks closer.
    ZIP("application/zip"),
    /// What Office has kept its documents in before, and keeps those with a password in.
    OLE2("application/x-ole-storage"),
    RTF("application/rtf"),
    HTML("text/html"),
    MAIL("message/rfc822"),
    PNG("image/png"),
    JPEG("image/jpeg"),
    GIF("image/gif"),
    BMP("image/bmp"),
    TIFF("image/tiff"),
    WEBP("image/webp");

    private final String mediaType;

    Document(String mediaType) {
      this.mediaType = mediaType;
    }

    String mediaType() {
      return mediaType;
    }
  }

  /// Not read.
  record Other() implements Sort {}

  /// Nothing but white space, as far as was looked.
  record Blank() implements Sort {}
}
