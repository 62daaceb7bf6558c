package dev.quipu.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.quipu.engine.files.FileTexts;
import dev.quipu.testkit.files.FileTextsContract;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(240)
class SniffingFileTextsTest implements FileTextsContract {

  @TempDir Path scratch;

  @Override
  public FileTexts openFileTexts() throws IOException {
    return SniffingFileTexts.open(StrangeChild.program(), scratch);
  }

  @Override
  public byte[] document() {
    return (StrangeChild.MARK + "say this").getBytes(UTF_8);
  }

  @Override
  public String typeOfDocument() {
    return "application/pdf";
  }

  @Override
  public String wordsOfDocument() {
    return "say this";
  }
}
