package dev.quipu.bench.ingest;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads `10k` and `1M`.
public final class Size implements ITypeConverter<Integer> {

  @Override
  public Integer convert(String text) {
    try {
      if (text.endsWith("M")) {
        return Math.multiplyExact(
            Integer.parseInt(text.substring(0, text.length() - 1)), 1_000_000);
      }
      if (text.endsWith("k")) {
        return Math.multiplyExact(Integer.parseInt(text.substring(0, text.length() - 1)), 1_000);
      }
      return Integer.valueOf(text);
    } catch (ArithmeticException | NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is not a number such as 500, 10k or 1M");
    }
  }

  public static String text(int size) {
    if (size >= 1_000_000 && size % 1_000_000 == 0) {
      return size / 1_000_000 + "M";
    }
    return size >= 1_000 && size % 1_000 == 0 ? size / 1_000 + "k" : Integer.toString(size);
  }
}
