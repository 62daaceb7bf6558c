package dev.quipu.server.cli;

import picocli.CommandLine.IVersionProvider;

/// Which version this is, as its jar says.
final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() {
    var version = Version.class.getPackage().getImplementationVersion();
    return new String[] {"quipu " + (version == null ? "(not built as a jar)" : version)};
  }
}
