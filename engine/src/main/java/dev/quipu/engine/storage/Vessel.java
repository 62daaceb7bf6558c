package dev.quipu.engine.storage;

/// A storage that is being filled with the history of another, and is no use to anybody before it
/// is whole.
///
/// Every implementation keeps these promises; `PouringContract` checks them:
/// - it is empty when it is opened: a storage to which anything was ever committed is refused;
/// - until it is released, opening the storage in the ordinary way is refused, also after a crash;
/// - opening a vessel again after the filling was cut short starts over, with nothing in it;
/// - the storage signs checkpoints with the keys it was given, so that signatures it is filled with
///   hold; its name and its cursor secret are its own.
public interface Vessel extends AutoCloseable {

  /// What is filled. Closed with the vessel.
  Storage storage();

  /// Declares it whole: from now on it is a storage like any other.
  void release();

  /// Leaves it as it is, whole or not.
  @Override
  void close();
}
