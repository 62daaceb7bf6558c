/// JSON as users see it: the field names of the seeds, request and response records, problems.
///
/// It takes bytes and gives values of the model, and back again. It promises to report every fault
/// of a body at once and to refuse what it does not know. It depends on `dev.quipu.model` and is
/// the only place that sees Jackson.
@NullMarked
package dev.quipu.wire;

import org.jspecify.annotations.NullMarked;
