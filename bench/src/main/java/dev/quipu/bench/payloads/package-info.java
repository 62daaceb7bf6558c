/// What compiling a payload costs, against a bare insert of the rows that it leaves, and as
/// entities and their observations grow.
///
/// Takes sizes, gives figures. Promises that both sides of a ratio come from one run, in turns, on
/// one disk. May know every module; start reading at [PayloadsBench].
@NullMarked
package dev.quipu.bench.payloads;

import org.jspecify.annotations.NullMarked;
