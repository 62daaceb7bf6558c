/// The engine inside this process, for measurements that leave HTTP out.
///
/// Takes a folder, gives an open [Store]. Promises the limits and the randomness of the server. May
/// know every module; start reading at [Store].
@NullMarked
package dev.quipu.bench.embedded;

import org.jspecify.annotations.NullMarked;
