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

  private static void stepBack() {
    if (!System.getProperty("os.name", "").equals("Linux")) {
      return; // there it would be about the whole process
    }
    try {
      int outcome = setPriority(MOST_MODEST);
      if (outcome != 0) {
        LOG.log(Level.WARNING, "action=step_back outcome=refused; vectors take their share");
      }
    } catch (IllegalCallerException | UnsupportedOperationException e) {
      LOG.log(Level.WARNING, "action=step_back outcome=failed; vectors take their share", e);
    }
  }

  @SuppressWarnings("restricted") // the shape is that of setpriority(2)
  private static int setPriority(int value) {
    var linker = Linker.nativeLinker();
    var shape =
        FunctionDescriptor.of(
            ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
    var call =
        linker.downcallHandle(linker.defaultLookup().find("setpriority").orElseThrow(), shape);
    try {
      return (int) call.invokeExact(PRIO_PROCESS, CURRENT_THREAD, value);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("a function of C throws nothing", e);
    }
  }
}
