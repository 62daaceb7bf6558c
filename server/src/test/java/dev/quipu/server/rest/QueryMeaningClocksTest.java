package dev.quipu.server.rest;

/// The same, where things are found by their meaning too.
final class QueryMeaningClocksTest extends QueryClocksTest {

  @Override
  Finding finding() {
    return Finding.BY_MEANING;
  }
}
