/// A real PostgreSQL for tests, from Maven artefacts alone.
///
/// Takes nothing but the class path, gives the address of a server that only this machine can
/// reach. Promises that no server outlives its JVM, however that ends, and that nothing is skipped
/// in silence. May depend on the JDK and the libraries that unpack the archive; start reading at
/// [PostgresServer].
@NullMarked
package dev.quipu.testkit.postgres;

import org.jspecify.annotations.NullMarked;
