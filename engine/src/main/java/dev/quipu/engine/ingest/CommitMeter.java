package dev.quipu.engine.ingest;

/// Hears of every commit; the server makes metrics of it.
public interface CommitMeter {

  void committed(int units, long nanos);

  void failed(int units);

  /// Hears and forgets.
  CommitMeter SILENT =
      new CommitMeter() {
        @Override
        public void committed(int units, long nanos) {}

        @Override
        public void failed(int units) {}
      };
}
