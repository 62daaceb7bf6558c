/// The stages that a write and a read pass through, one package each, and the ports they own.
///
/// It takes a caller with a command or a question and gives a receipt or an answer. It promises
/// that the log alone decides what every view says. It depends on `dev.quipu.model` only; adapters
/// live in other modules and come in through ports.
@NullMarked
package dev.quipu.engine;

import org.jspecify.annotations.NullMarked;
