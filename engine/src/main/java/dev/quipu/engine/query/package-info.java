/// Answers questions with evidence.
///
/// Takes a caller and a [Question], gives [Evidence]: ranked objects, where they come from, what
/// was filtered out, and a trace that can be run again; and an [EntityQuestion], gives
/// [FoundEntities]. Promises that nothing comes out that the access rule denies at the head of the
/// log, and that equal questions at equal positions get equal answers. Knows access, storage,
/// embedding, index, inspect and materialize. Start reading at [Ask], of entities at
/// [EntitySearch].
@NullMarked
package dev.quipu.engine.query;

import org.jspecify.annotations.NullMarked;
