package dev.quipu.tika;

import dev.quipu.engine.files.FileTexts;
import dev.quipu.files.SniffingFileTexts;
import dev.quipu.testkit.files.FileTextsContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(240)
class TikaFileTextsTest implements FileTextsContract {

  @TempDir Path scratch;

  @Override
  public FileTexts openFileTexts() throws IOException {
    return SniffingFileTexts.open(Reading.program(), scratch);
  }

  @Override
  public byte[] document() throws IOException {
    return Files.readAllBytes(Reading.file("invoice.pdf"));
  }

  @Override
  public String typeOfDocument() {
    return "application/pdf";
  }

  @Override
  public String wordsOfDocument() {
    return "Invoice number: INV-2024-001";
  }
}
