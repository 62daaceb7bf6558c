package dev.quipu.engine.query;

import dev.quipu.engine.index.IndexView;
import dev.quipu.engine.inspect.Lookout;
import java.util.List;

/// A question, and what is made of what answers it.
///
/// @param <T> what is made
interface Inquiry<T> {

  Question question();

  /// Names the list that pages are cut of.
  String list();

  /// Where a page begins that a cursor leads to.
  Page page(Lookout.Place cursor);

  /// By what the question is narrowed beside what it says itself.
  List<Plan.Step> further(Lookout.View view, IndexView index, Page page);

  T answer(Seeking seeking);
}
