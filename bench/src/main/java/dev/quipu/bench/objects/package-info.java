/// What reading objects costs as a session grows.
///
/// Takes a short session and a long one in one store, gives ratios of CPU for each object that is
/// returned. May know the engine; start reading at [ObjectsBench].
@NullMarked
package dev.quipu.bench.objects;

import org.jspecify.annotations.NullMarked;
