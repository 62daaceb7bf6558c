/// The log: what happened, in order, chained and sealed.
///
/// Takes an event and the choices made for it, gives an entry whose hash commits to all entries
/// before it. Promises that an entry's bytes are canonical JSON and that removing its content
/// leaves the chain checkable. May depend on `model.id`, `model.json`, `model.access`; start
/// reading at [LogEntry].
@NullMarked
package dev.quipu.model.log;

import org.jspecify.annotations.NullMarked;
