package dev.quipu.engine.files;

import dev.quipu.model.json.Json;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a file is built, as far as that matters for what it means.
public sealed interface Structure {

  /// Text that is read from the top down.
  ///
  /// @param pages where each page begins in the text: pages of a PDF, slides of a presentation,
  ///   sheets of a workbook; empty if there are none or they are not known
  record Prose(List<Integer> pages) implements Structure {

    /// No pages are known.
    public static final Prose PLAIN = new Prose(List.of());

    public Prose {
      pages = List.copyOf(pages);
    }
  }

  /// Rows under a header, as a CSV has them.
  ///
  /// @param header empty if the first row is one like the others
  /// @param rows each with at most as many cells as the header, if there is one
  record Table(List<String> header, List<Row> rows) implements Structure {

    public Table {
      header = List.copyOf(header);
      rows = List.copyOf(rows);
    }
  }

  /// A row of a table.
  ///
  /// @param line where it begins, from 1
  record Row(int line, List<Cell> cells) {

    public Row {
      cells = List.copyOf(cells);
    }
  }

  /// A cell of a row.
  ///
  /// @param offset where it begins in the text, behind its quotation mark if it has one
  /// @param text without quotation marks
  record Cell(int offset, String text) {}

  /// A JSON document.
  record Value(Json json) implements Structure {}

  /// A letter. The text is its body; what is attached is named, not read.
  ///
  /// @param sent null if it is not told, or without a zone
  record Mail(
      @Nullable String from,
      List<String> to,
      List<String> cc,
      @Nullable String subject,
      @Nullable Instant sent,
      List<String> attachments)
      implements Structure {

    public Mail {
      to = List.copyOf(to);
      cc = List.copyOf(cc);
      attachments = List.copyOf(attachments);
    }
  }

  /// A picture. What it shows is not read; what was written down about it is in the metadata.
  ///
  /// @param width in pixels, as [#height]; 0 if it is not told
  record Picture(int width, int height) implements Structure {}
}
