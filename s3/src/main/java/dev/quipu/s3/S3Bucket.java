package dev.quipu.s3;

import static java.lang.System.Logger.Level.WARNING;

import dev.quipu.blob.Broken;
import dev.quipu.blob.S3Address;
import dev.quipu.model.failure.Unavailable;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.LegacyMd5Plugin;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;
import software.amazon.awssdk.services.s3.model.Delete;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/// A bucket: objects by key, with bounded patience. Thread-safe.
///
/// Whatever goes wrong on the way or at the other end is tried again a few times, and is an
/// [Unavailable] then.
final class S3Bucket implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(S3Bucket.class.getName());

  private static final int TRIES = 3;
  private static final Duration CONNECT = Duration.ofSeconds(5);

  /// Between two bytes, and for an answer without content.
  private static final Duration SILENCE = Duration.ofSeconds(30);

  /// Slower than this an upload is given up.
  private static final long SLOWEST_BYTES_PER_SECOND = 100_000;

  private final S3Client client;
  private final String name;

  private S3Bucket(S3Client client, String name) {
    this.client = client;
    this.name = name;
  }

  /// Opens a bucket, and refuses one that can be told to be of no use. One that does not answer is
  /// opened all the same: it may come back, and not everybody needs it at once.
  static S3Bucket open(S3Address address) {
    var bucket = new S3Bucket(client(address), address.bucket());
    try {
      bucket.check();
      return bucket;
    } catch (RuntimeException e) {
      bucket.close();
      throw e;
    }
  }

  private static S3Client client(S3Address address) {
    var client =
        S3Client.builder()
            .region(Region.of(address.region()))
            .credentialsProvider(credentials(address.keys()))
            .httpClientBuilder(
                UrlConnectionHttpClient.builder().connectionTimeout(CONNECT).socketTimeout(SILENCE))
            // We hash everything ourselves. Beyond that, many servers know only the older
            // checksums.
            .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
            .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
            .addPlugin(LegacyMd5Plugin.create())
            .serviceConfiguration(settings -> settings.chunkedEncodingEnabled(false))
            .overrideConfiguration(
                settings ->
                    settings
                        .apiCallAttemptTimeout(SILENCE)
                        .retryStrategy(
                            AwsRetryStrategy.standardRetryStrategy().toBuilder()
                                .maxAttempts(TRIES)
                                .build()));
    var endpoint = address.endpoint();
    if (endpoint != null) {
      client.endpointOverride(endpoint).forcePathStyle(true);
    }
    return client.build();
  }

  private static AwsCredentialsProvider credentials(S3Address.@Nullable Keys keys) {
    return keys == null
        ? DefaultCredentialsProvider.builder().build()
        : StaticCredentialsProvider.create(
            AwsBasicCredentials.create(keys.access(), keys.secret()));
  }

  private void check() {
    try {
      client.headBucket(request -> request.bucket(name));
      if (keepsVersions()) {
        throw unusable("keeps old versions of objects, so that nothing in it can be erased", null);
      }
    } catch (S3Exception e) {
      if (e.statusCode() < 500) {
        throw unusable("cannot be used: " + reason(e), e);
      }
      LOG.log(WARNING, "bucket=" + name + " does not answer; going on without it for now", e);
    } catch (SdkException e) {
      LOG.log(WARNING, "bucket=" + name + " does not answer; going on without it for now", e);
    }
  }

  private static String reason(S3Exception e) {
    return switch (e.statusCode()) {
      case 301 -> "it is in another region";
      case 403 -> "the keys do not open it";
      case 404 -> "there is no such bucket";
      default -> "it answers " + e.statusCode();
    };
  }

  /// A server that does not know the question does not keep versions, and a key that may not ask it
  /// is one that somebody has thought about.
  private boolean keepsVersions() {
    try {
      var answer = client.getBucketVersioning(request -> request.bucket(name));
      return answer.status() == BucketVersioningStatus.ENABLED;
    } catch (S3Exception e) {
      return false;
    }
  }

  private Unavailable unusable(String why, @Nullable Throwable cause) {
    return new Unavailable(
        "bucket.unusable", "The bucket " + name + " " + why + ".", Duration.ZERO, cause);
  }

  /// Puts an object, wholly or not at all. The server compares what arrives with the checksum.
  void put(String key, Supplier<InputStream> content, long length, String sha256InBase64) {
    var patience = SILENCE.plusSeconds(length / SLOWEST_BYTES_PER_SECOND);
    asking(
        () ->
            client.putObject(
                request ->
                    request
                        .bucket(name)
                        .key(key)
                        .checksumSHA256(sha256InBase64)
                        .overrideConfiguration(
                            settings -> settings.apiCallAttemptTimeout(patience)),
                RequestBody.fromContentProvider(content::get, length, "application/octet-stream")));
  }

  /// The object's bytes, or null if there is none. Ends with an [java.io.IOException] if they stop
  /// coming.
  @Nullable InputStream get(String key) {
    try {
      return asking(
          () ->
              new WholeStream(
                  client.getObject(
                      request -> request.bucket(name).key(key),
                      ResponseTransformer.toInputStream())));
    } catch (NoSuchKeyException e) {
      return null;
    }
  }

  boolean has(String key) {
    try {
      asking(() -> client.headObject(request -> request.bucket(name).key(key)));
      return true;
    } catch (NoSuchKeyException e) {
      return false;
    }
  }

  void delete(String key) {
    asking(() -> client.deleteObject(request -> request.bucket(name).key(key)));
  }

  /// Deletes all of them, at most a page.
  void delete(List<S3Object> objects) {
    var keys =
        objects.stream()
            .map(object -> ObjectIdentifier.builder().key(object.key()).build())
            .toList();
    var deletion = Delete.builder().objects(keys).quiet(true).build();
    var answer =
        asking(() -> client.deleteObjects(request -> request.bucket(name).delete(deletion)));
    if (!answer.errors().isEmpty()) {
      throw Broken.because(
          SdkException.builder().message("not deleted: " + answer.errors().getFirst()).build());
    }
  }

  /// The objects whose keys begin with the prefix and follow `after`, in the order of keys. By key
  /// and not by the server's own marks, which may not outlive deletions.
  List<S3Object> page(String prefix, String after, int size) {
    return asking(
            () ->
                client.listObjectsV2(
                    request -> request.bucket(name).prefix(prefix).startAfter(after).maxKeys(size)))
        .contents();
  }

  private static <T> T asking(Supplier<T> question) {
    try {
      return question.get();
    } catch (NoSuchKeyException e) {
      throw e;
    } catch (SdkException e) {
      throw Broken.because(e);
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
