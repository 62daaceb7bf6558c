package dev.quipu.blob;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.net.URLDecoder;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Where a bucket is, and who we are there:
/// `s3://bucket/prefix?endpoint=https://minio.example:9000&region=eu-central-1`.
///
/// @param prefix that all keys begin with, without slashes at its ends; empty = none
/// @param endpoint null = Amazon's own
/// @param keys null = those that the machine has, as Amazon's tools find them
public record S3Address(
    String bucket, String prefix, @Nullable URI endpoint, String region, @Nullable Keys keys) {

  private static final Pattern SHAPE =
      Pattern.compile("s3://(?<bucket>[^/?]*)(?<prefix>/[^?]*)?(?:\\?(?<options>.*))?");
  private static final Pattern BUCKET = Pattern.compile("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]");
  private static final Pattern PREFIX = Pattern.compile("|[A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)*");
  private static final Pattern REGION = Pattern.compile("[a-z0-9-]+");

  /// What Amazon's tools take if nobody says, and what other servers do not mind.
  private static final String FIRST_REGION = "us-east-1";

  /// An access key and its secret, which does not print.
  public record Keys(String access, String secret) {

    @Override
    public String toString() {
      return access + ":***";
    }
  }

  public S3Address {
    check(BUCKET.matcher(bucket).matches(), "a bucket's name is to match " + BUCKET);
    check(PREFIX.matcher(prefix).matches(), "a prefix is to match " + PREFIX);
    check(REGION.matcher(region).matches(), "a region is to match " + REGION);
    check(
        endpoint == null
            || (("http".equals(endpoint.getScheme()) || "https".equals(endpoint.getScheme()))
                && endpoint.getHost() != null
                && endpoint.getUserInfo() == null
                && endpoint.getQuery() == null),
        "an endpoint looks like https://host:port");
  }

  private static void check(boolean isSo, String rule) {
    if (!isSo) {
      throw new IllegalArgumentException(rule);
    }
  }

  /// Reads an address.
  ///
  /// @throws IllegalArgumentException that says what is wrong
  public static S3Address parse(String address) {
    var parts = SHAPE.matcher(address);
    check(parts.matches(), "an address of S3 looks like s3://bucket/prefix?region=NAME");
    URI endpoint = null;
    var region = FIRST_REGION;
    for (var option : text(parts.group("options")).split("&", -1)) {
      int equals = option.indexOf('=');
      var name = equals < 0 ? option : option.substring(0, equals);
      var value = equals < 0 ? "" : URLDecoder.decode(option.substring(equals + 1), UTF_8);
      switch (name) {
        case "endpoint" -> endpoint = URI.create(value);
        case "region" -> region = value;
        default ->
            check(
                option.isEmpty(),
                "'" + name + "' is no option of an address; there are endpoint, region");
      }
    }
    var prefix = text(parts.group("prefix")).replaceAll("^/|/$", "");
    return new S3Address(parts.group("bucket"), prefix, endpoint, region, null);
  }

  /// The same place for the owner of these keys.
  public S3Address withKeys(String access, String secret) {
    return new S3Address(bucket, prefix, endpoint, region, new Keys(access, secret));
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }

  @Override
  public String toString() {
    return "s3://" + bucket + "/" + prefix + (endpoint == null ? "" : "?endpoint=" + endpoint);
  }
}
