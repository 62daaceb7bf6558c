package dev.quipu.bench.ingest;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/// CPU time, in nanoseconds: it depends on the neighbours far less than the time on the wall.
public final class Cpu {

  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private Cpu() {}

  public static long ofThisProcess() {
    return SYSTEM.getProcessCpuTime();
  }
}
