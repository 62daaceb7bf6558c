package dev.quipu.server.config;

import java.util.List;

/// A configuration that cannot be used, with everything that is wrong with it.
@SuppressWarnings("serial")
public final class BadConfig extends RuntimeException {

  private final List<String> mistakes;

  public BadConfig(List<String> mistakes) {
    super(String.join("; ", mistakes), null, false, false);
    this.mistakes = List.copyOf(mistakes);
  }

  public List<String> mistakes() {
    return mistakes;
  }
}
