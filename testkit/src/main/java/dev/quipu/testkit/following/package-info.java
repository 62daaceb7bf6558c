/// How vectors follow the log, as tests that run on any index: what is found by meaning, what
/// happens when models and stores fail, and when one model takes the place of another.
///
/// An index joins by implementing the contracts. Start reading at [Follower].
@NullMarked
package dev.quipu.testkit.following;

import org.jspecify.annotations.NullMarked;
