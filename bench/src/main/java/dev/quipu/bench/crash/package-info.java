/// Kills, cuts and starves servers, then asks whether anything acknowledged was lost or doubled.
///
/// Takes a number of deaths and a seed, gives findings. Promises to work on folders of its own,
/// over HTTP like any user, and to end every server it started. May know every module; start
/// reading at [CrashBench], then [Campaign].
@NullMarked
package dev.quipu.bench.crash;

import org.jspecify.annotations.NullMarked;
