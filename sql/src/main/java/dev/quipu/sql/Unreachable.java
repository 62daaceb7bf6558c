package dev.quipu.sql;

import dev.quipu.model.failure.Unavailable;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Supplier;

/// Says why a PostgreSQL cannot be opened. Whoever starts a program has to know; callers of a
/// running one are told less.
final class Unreachable {

  private Unreachable() {}

  /// Opens something, or throws what the database or the driver said about it.
  static <T> T explained(PostgresAddress address, Supplier<T> opening) {
    try {
      return opening.get();
    } catch (Unavailable e) {
      throw e.getCause() instanceof SQLException reason ? explained(address, reason) : e;
    }
  }

  private static Unavailable explained(PostgresAddress address, SQLException reason) {
    var why =
        isDistrust(reason)
            ? "its certificate is not trusted; sslrootcert names the authority that has signed it"
            : reason.getMessage();
    return new Unavailable(
        "storage.unreachable", address + " cannot be used: " + why, Duration.ofSeconds(1), reason);
  }

  private static boolean isDistrust(Throwable failure) {
    return switch (failure) {
      case CertPathValidatorException _, CertPathBuilderException _ -> true;
      default -> failure.getCause() != null && isDistrust(failure.getCause());
    };
  }
}
