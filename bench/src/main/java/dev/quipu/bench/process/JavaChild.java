package dev.quipu.bench.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The command line of another JVM with the class path and the native library of this one.
///
/// @param jvm further options for the JVM
public record JavaChild(String main, List<String> jvm) {

  public JavaChild {
    jvm = List.copyOf(jvm);
  }

  public static JavaChild of(Class<?> main) {
    return new JavaChild(main.getName(), List.of());
  }

  public List<String> command(String... arguments) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(NativeLibrary.options());
    command.addAll(jvm);
    command.add("-cp");
    // Surefire's own java.class.path is a jar that names the others.
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(main);
    command.addAll(List.of(arguments));
    return command;
  }
}
