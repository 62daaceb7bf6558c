package dev.quipu.tika;

import dev.quipu.engine.files.Structure;
import dev.quipu.engine.files.TidyText;
import dev.quipu.model.Limits;
import dev.quipu.model.json.Iso8601;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.tika.metadata.Metadata;
import org.jspecify.annotations.Nullable;

/// What a document says about itself. Tika knows hundreds of names for it, most of which are about
/// its format; these are about its content.
///
/// What is longer than anybody writes about a document is left out.
record About(Metadata metadata) {

  /// Our name for each of Tika's. The first that is there counts.
  private static final Map<String, List<String>> TOLD = new LinkedHashMap<>();

  static {
    TOLD.put("description", List.of("dc:description", "description", "og:description"));
    TOLD.put("keywords", List.of("meta:keyword", "pdf:docinfo:keywords", "keywords"));
    TOLD.put("subject", List.of("pdf:docinfo:subject", "cp:subject"));
    TOLD.put("language", List.of("dc:language", "Content-Language"));
    TOLD.put("publisher", List.of("dc:publisher"));
    TOLD.put("company", List.of("extended-properties:Company"));
    TOLD.put("last_author", List.of("meta:last-author"));
    TOLD.put("modified", List.of("dcterms:modified"));
    TOLD.put("application", List.of("extended-properties:Application", "xmp:CreatorTool"));
    TOLD.put("producer", List.of("pdf:docinfo:producer"));
    TOLD.put("pages", List.of("xmpTPg:NPages", "meta:page-count"));
    TOLD.put("slides", List.of("meta:slide-count"));
    TOLD.put("message_id", List.of("Message:Raw-Header:Message-ID"));
    TOLD.put("make", List.of("tiff:Make"));
    TOLD.put("model", List.of("tiff:Model"));
    TOLD.put("software", List.of("tiff:Software"));
    TOLD.put("orientation", List.of("tiff:Orientation"));
    TOLD.put("taken", List.of("exif:DateTimeOriginal"));
    TOLD.put("latitude", List.of("geo:lat"));
    TOLD.put("longitude", List.of("geo:long"));
    TOLD.put("altitude", List.of("geo:alt"));
    TOLD.put("exposure_seconds", List.of("exif:ExposureTime"));
    TOLD.put("f_number", List.of("exif:FNumber"));
    TOLD.put("focal_length", List.of("exif:FocalLength"));
    TOLD.put("iso_speed", List.of("exif:IsoSpeedRatings"));
    TOLD.put("comment", List.of("w:Comments", "Comments", "JPEG Comment"));
  }

  private static final Set<String> NUMBERS =
      Set.of(
          "pages",
          "slides",
          "orientation",
          "latitude",
          "longitude",
          "altitude",
          "exposure_seconds",
          "f_number",
          "focal_length",
          "iso_speed");

  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,12}(?:\\.\\d{1,12})?");

  @Nullable String title() {
    return first("dc:title");
  }

  @Nullable String author() {
    var authors = all("dc:creator");
    return authors.isEmpty() ? null : TidyText.of(String.join(", ", authors));
  }

  /// Null also if there is no zone, as in pictures: nobody knows then when it was.
  @Nullable Instant created() {
    return instant("dcterms:created");
  }

  JsonObject others() {
    var others = new LinkedHashMap<String, Json>();
    TOLD.forEach(
        (name, keys) ->
            keys.stream()
                .map(this::first)
                .filter(Objects::nonNull)
                .findFirst()
                .ifPresent(value -> others.put(name, json(name, value))));
    var created = first("dcterms:created");
    if (created != null && created() == null) {
      others.put("created", Json.of(created));
    }
    return new JsonObject(others);
  }

  Structure.Mail mail(List<String> attachments) {
    return new Structure.Mail(
        first("Message-From"),
        all("Message-To"),
        all("Message-Cc"),
        title(),
        created(),
        attachments);
  }

  Structure.Picture picture() {
    return new Structure.Picture(pixels("tiff:ImageWidth"), pixels("tiff:ImageLength"));
  }

  private int pixels(String key) {
    var said = first(key);
    return said != null && said.matches("\\d{1,8}") ? Integer.parseInt(said) : 0;
  }

  private static Json json(String name, String value) {
    var number =
        NUMBERS.contains(name) && NUMBER.matcher(value).matches()
            ? JsonNumber.exactly(value)
            : null;
    return number == null ? Json.of(value) : number;
  }

  private @Nullable Instant instant(String key) {
    var said = first(key);
    var time = said == null ? null : Iso8601.parse(said);
    return time != null && Iso8601.isInRange(time) ? time : null;
  }

  private @Nullable String first(String key) {
    var all = all(key);
    return all.isEmpty() ? null : all.getFirst();
  }

  private List<String> all(String key) {
    return Arrays.stream(metadata.getValues(key))
        .map(value -> TidyText.of(value).strip())
        .filter(value -> !value.isEmpty() && value.length() <= Limits.FILES.maxMetadata())
        .limit(Limits.FILES.maxNames())
        .toList();
  }
}
