package dev.quipu.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class S3AddressTest {

  @Test
  void an_address_names_bucket_prefix_endpoint_and_region() {
    var address =
        S3Address.parse(
            "s3://our-blobs/quipu/live?endpoint=https://minio.example:9000&region=eu-1");

    assertThat(address)
        .isEqualTo(
            new S3Address(
                "our-blobs", "quipu/live", URI.create("https://minio.example:9000"), "eu-1", null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3://our-blobs", "s3://our-blobs/", "s3://our-blobs?"})
  void the_bucket_is_enough(String text) {
    assertThat(S3Address.parse(text))
        .isEqualTo(new S3Address("our-blobs", "", null, "us-east-1", null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s3://",
        "s3://Bucket",
        "s3:/bucket",
        "https://bucket",
        "s3://bucket/a//b",
        "s3://bucket/a b",
        "s3://bucket?endpoint=minio:9000",
        "s3://bucket?endpoint=ftp://minio",
        "s3://bucket?endpoint=",
        "s3://bucket?region=",
        "s3://bucket?acl=public",
      })
  void what_is_wrong_is_told(String text) {
    assertThatThrownBy(() -> S3Address.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void the_secret_does_not_print() {
    var address = S3Address.parse("s3://our-blobs").withKeys("access", "hush");

    assertThat(address.toString()).doesNotContain("hush");
    assertThat(String.valueOf(address.keys())).doesNotContain("hush");
  }
}
