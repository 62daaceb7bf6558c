package dev.quipu.bench.servers;

import dev.quipu.bench.child.Client;
import dev.quipu.bench.child.ServerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Real servers on one database. Now and then one of them is dead.
final class Fleet implements AutoCloseable {

  private final Path folders;
  private final Map<String, String> environment;
  private final String adminToken;
  private final AtomicReferenceArray<CompletableFuture<Life>> berths;

  /// A server from its start to its death.
  ///
  /// @param operator speaks to it; whoever else does shares its connections
  private record Life(ServerProcess process, Client operator) {

    void end() throws InterruptedException {
      process.kill();
      operator.close();
      process.close();
    }
  }

  private Fleet(Path folders, String address, String adminToken, int size) {
    this.folders = folders;
    this.environment = Map.of("QUIPU_STORAGE", address, "QUIPU_ADMIN_TOKEN", adminToken);
    this.adminToken = adminToken;
    this.berths = new AtomicReferenceArray<>(size);
  }

  /// Starts all servers at once.
  ///
  /// @param address of a database that may be empty
  static Fleet start(Path folders, String address, int size) throws InterruptedException {
    var token = new byte[16];
    new SecureRandom().nextBytes(token);
    var fleet = new Fleet(folders, address, "qpa_" + HexFormat.of().formatHex(token), size);
    for (int berth = 0; berth < size; berth++) {
      fleet.begin(berth);
    }
    try {
      for (int berth = 0; berth < size; berth++) {
        fleet.await(berth);
      }
      return fleet;
    } catch (IOException e) {
      fleet.close();
      throw new IllegalStateException(e);
    }
  }

  int size() {
    return berths.length();
  }

  private void begin(int berth) {
    var life = new CompletableFuture<Life>();
    berths.set(berth, life);
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                var process = ServerProcess.start(folders.resolve("server-" + berth), environment);
                life.complete(new Life(process, new Client(process.port(), adminToken)));
              } catch (IOException | InterruptedException | RuntimeException e) {
                life.completeExceptionally(e);
              }
            });
  }

  /// Waits until the server lives.
  private Life await(int berth) throws IOException, InterruptedException {
    try {
      return berths.get(berth).get();
    } catch (ExecutionException e) {
      throw new IOException("server " + berth + " did not come up", e.getCause());
    }
  }

  /// Speaks to one server, once it lives.
  Client client(int berth, String token) throws IOException, InterruptedException {
    return await(berth).operator().as(token);
  }

  Client operator(int berth) throws IOException, InterruptedException {
    return await(berth).operator();
  }

  /// Speaks to whichever lives, or is believed to.
  Client any(RandomGenerator random, String token) throws IOException, InterruptedException {
    int first = random.nextInt(size());
    for (int i = 0; i < size(); i++) {
      var life = living((first + i) % size());
      if (life != null) {
        return life.operator().as(token);
      }
    }
    return client(first, token);
  }

  private @Nullable Life living(int berth) {
    var life = berths.get(berth);
    return life.isDone() && !life.isCompletedExceptionally() ? life.join() : null;
  }

  /// SIGKILL, and starts another in its place, without waiting for it.
  void replace(int berth) throws IOException, InterruptedException {
    var life = await(berth);
    life.process().kill();
    begin(berth);
    life.end();
  }

  @Override
  public void close() {
    for (int berth = 0; berth < size(); berth++) {
      try {
        await(berth).end();
      } catch (IOException e) {
        // It never came up, and has been ended then.
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
