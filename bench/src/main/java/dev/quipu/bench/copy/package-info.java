/// `./quipu bench copy`: a whole instance, carried from one engine to the other and back.
///
/// Takes a size, gives figures. Promises that they come from the code that the command line runs.
/// Start reading at [CopyBench].
@NullMarked
package dev.quipu.bench.copy;

import org.jspecify.annotations.NullMarked;
