/// Random histories, told to an engine on an adapter, to an engine on the oracle, and to a naive
/// model; and the golden logs of every version of the rules.
///
/// Takes a storage, gives findings as failed assertions with the seed that led there. Promises that
/// the same seed tells the same history, to the byte. May depend on `engine`, `model`, `wire` and
/// the other packages of the kit; start reading at [HistoryProperties].
@NullMarked
package dev.quipu.testkit.history;

import org.jspecify.annotations.NullMarked;
