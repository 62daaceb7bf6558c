/// Documents to texts, by Apache Tika: a program that runs in a process of its own.
///
/// Takes documents on its standard input, gives what they say on its standard output. Promises to
/// open nothing but the file that it is given, and to end when its input does; that it takes no
/// more than its share is seen to from outside. May depend on `files`, `engine` and Tika, which
/// this module keeps off everybody's class path; start reading at [Main].
@NullMarked
package dev.quipu.tika;

import org.jspecify.annotations.NullMarked;
