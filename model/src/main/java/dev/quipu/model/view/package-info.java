/// Views: the rows that rules make out of the log, the changes to them, and the facts that rules
/// may ask for.
///
/// Takes nothing from outside; gives stores and rules one vocabulary. Promises that a row's hash
/// depends on its content alone, so that the digest of equal views is equal on every engine. May
/// depend on `model.id`, `model.access`, `model.log`, `model.json`; start reading at [ViewRow].
@NullMarked
package dev.quipu.model.view;

import org.jspecify.annotations.NullMarked;
