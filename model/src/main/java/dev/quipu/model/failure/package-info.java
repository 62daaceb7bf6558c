/// The one family of failures that Quipu tells a caller about.
///
/// Takes what went wrong and whose turn it is → gives a [dev.quipu.model.failure.MemoryException]
/// with a stable code. Promises: the family is sealed, so a door that maps it in a `switch` does
/// not compile until every kind has its line; failures that a caller causes carry no stack trace,
/// for they are answers and not bugs. The classes are never serialised by Java, hence the
/// suppressed `serial` warnings. May depend on the JDK only; start reading at
/// [dev.quipu.model.failure.MemoryException].
@NullMarked
package dev.quipu.model.failure;

import org.jspecify.annotations.NullMarked;
