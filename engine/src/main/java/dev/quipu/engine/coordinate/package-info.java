/// What servers that share a storage need to know of each other: that something was committed, and
/// who does which work.
///
/// Takes a `Storage`, gives wake-ups and leases. Promises that whoever follows a log is woken after
/// every commit to it, whoever made it, and that a lease which was taken is prolonged until it is
/// given back. May depend on `storage`; start reading at [CommitSignal].
@NullMarked
package dev.quipu.engine.coordinate;

import org.jspecify.annotations.NullMarked;
