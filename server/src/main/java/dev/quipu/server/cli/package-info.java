/// The commands of `./quipu` that run the program.
///
/// Takes arguments, gives an exit code and sentences for people. Promises one clear sentence for
/// every failure that has one, and no stack trace for it. May depend on everything of the server
/// but its doors; start reading at [QuipuCommand].
@NullMarked
package dev.quipu.server.cli;

import org.jspecify.annotations.NullMarked;
