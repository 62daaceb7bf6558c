package dev.quipu.testkit.index;

/// The promises of `SearchIndex`, as tests. An adapter joins with a class that implements
/// [#openIndex].
public interface SearchIndexContract
    extends FillingContract,
        SelectingContract,
        ScoresContract,
        OracleContract,
        VectorsContract,
        VectorOracleContract {}
