package dev.quipu.embedding;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.ThreadFactory;

/// Threads that take only what processor time others leave: whoever writes or asks does not notice
/// that vectors are being made.
///
/// The JVM's own priorities do nothing on Linux, so the kernel is told: there `setpriority` is
/// about a thread, and everybody may make their own more modest.
final class Background {

  private static final Logger LOG = System.getLogger(Background.class.getName());
  private static final int PRIO_PROCESS = 0;
  private static final int CURRENT_THREAD = 0;
  private static final int MOST_MODEST = 19;

  private Background() {}

  static ThreadFactory threads(String prefix) {
    var factory = Thread.ofPlatform().daemon().name(prefix, 0).factory();
    return task ->
        factory.newThread(
            () -> {
              stepBack();
              task.run();
            });
  }

  @SuppressWarnings("restricted") // the shape is that of setpriority(2)
  private static void stepBack() {
    if (!System.getProperty("os.name", "").equals("Linux")) {
      return; // there it would be about the whole process
    }
    var linker = Linker.nativeLinker();
    var shape =
        FunctionDescriptor.of(
            ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
    try {
      var call =
          linker.downcallHandle(linker.defaultLookup().find("setpriority").orElseThrow(), shape);
      int _ = (int) call.invokeExact(PRIO_PROCESS, CURRENT_THREAD, MOST_MODEST);
    } catch (Throwable e) {
      LOG.log(Level.DEBUG, "action=step_back outcome=failed; vectors take their share", e);
    }
  }
}
