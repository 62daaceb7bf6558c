/// What an operator can set.
///
/// Takes flags, environment, a file and defaults, gives one [ServerConfig]. Promises that all
/// mistakes are told at once, that an unknown key is one, and that secrets do not print. May depend
/// on the JDK and the addresses of adapters; start reading at [ConfigLoader].
@NullMarked
package dev.quipu.server.config;

import org.jspecify.annotations.NullMarked;
