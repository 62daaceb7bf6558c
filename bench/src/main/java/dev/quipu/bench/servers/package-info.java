/// Several servers on one PostgreSQL, killed one after the other while many write and follow.
///
/// Takes numbers of servers, tenants, writers and deaths, gives findings. Promises to use a
/// database of its own, loopback only, and to end every server it started. May know `crash`, whose
/// writers and ledgers it uses; start reading at [ServersBench], then [Campaign].
@NullMarked
package dev.quipu.bench.servers;

import org.jspecify.annotations.NullMarked;
