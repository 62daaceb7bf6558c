/// How well the nearest vectors are found, under filters.
///
/// Takes a folder with vectors and what is truly nearest, gives the share of it that the index
/// finds and how long that takes. Asks the index itself, without an engine around it. Start reading
/// at [VectorsBench].
@NullMarked
package dev.quipu.bench.vectors;

import org.jspecify.annotations.NullMarked;
