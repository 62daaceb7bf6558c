/// Measurements and fault campaigns that are too long for every build.
///
/// It takes a running or a freshly started server and gives figures as ratios within one run. It
/// promises to say what it compared with, since an absolute figure depends on the machine. It may
/// depend on every other module, and nothing depends on it.
@NullMarked
package dev.quipu.bench;

import org.jspecify.annotations.NullMarked;
