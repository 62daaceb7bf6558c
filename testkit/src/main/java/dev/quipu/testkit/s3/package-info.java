/// A real S3 server for tests, from Maven artefacts alone.
///
/// Takes nothing but the jar that the build has laid beside the test kit, gives the address of a
/// server that only this machine can reach. Promises that no server outlives its JVM, however that
/// ends, that its libraries do not meet ours, and that nothing is skipped in silence. May depend on
/// the JDK; start reading at [S3Server].
@NullMarked
package dev.quipu.testkit.s3;

import org.jspecify.annotations.NullMarked;
