/// Random histories at length.
///
/// Takes a seed, tells SQLite, the oracle and the naive model of `testkit` one history after the
/// other, and gives the seed of the first that they do not tell alike. Start reading at
/// [HistoriesBench]; what is drawn and compared is `RandomHistory`, as in the tests.
@NullMarked
package dev.quipu.bench.histories;

import org.jspecify.annotations.NullMarked;
