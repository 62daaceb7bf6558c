package dev.quipu.testkit.history;

/// What an engine promises on top of any storage, as tests. An adapter joins as it joins
/// `StorageContract`.
public interface EngineContract
    extends InspectContract, TenancyContract, MaintenanceContract, GoldenLogContract {}
