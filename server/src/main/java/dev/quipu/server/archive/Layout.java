package dev.quipu.server.archive;

import dev.quipu.model.id.TenantId;

/// Where things are in the folder of a backup.
final class Layout {

  /// Raised when a program of before could not read it any more.
  static final int FORMAT = 1;

  static final String MANIFEST = "manifest.json";
  static final String MANIFEST_SUM = "manifest.json.sha256";
  static final String KEYS = "keys.json";
  static final String REMEMBERED = "remembered.ndjson.gz";
  static final String LAST_USED = "last-used.ndjson.gz";

  private static final String TENANTS = "tenants/";

  private Layout() {}

  /// @param number from 1 on
  static String log(TenantId tenant, int number) {
    return TENANTS + tenant.value() + "/log-" + number + ".ndjson.gz";
  }

  /// @param number from 1 on
  static String blobs(TenantId tenant, int number) {
    return TENANTS + tenant.value() + "/blobs-" + number + ".bin";
  }

  static String checkpoints(TenantId tenant) {
    return TENANTS + tenant.value() + "/checkpoints.ndjson.gz";
  }
}
