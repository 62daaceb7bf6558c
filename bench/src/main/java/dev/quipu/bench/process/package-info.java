/// Child processes: a JVM like this one, watched by strace if need be, and folders to work in.
///
/// Takes a main class, gives a command line or a running process. Promises to end what it started.
/// Depends on the JDK alone; start reading at [JavaChild].
@NullMarked
package dev.quipu.bench.process;

import org.jspecify.annotations.NullMarked;
