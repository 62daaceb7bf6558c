package dev.quipu.server.rest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonNull;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.server.TestServer;
import dev.quipu.wire.JsonReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Files in, by the same compiler as payloads: real ones of each sort, through the real process
/// that reads documents.
@Timeout(180)
class FilesTest extends DoorTest {

  private static final Path SAMPLES = Path.of("../tika/src/test/resources/files");
  private static final Path READ = Path.of("../tika/src/test/resources/golden");
  private static final Path COMPILED = Path.of("src/test/resources/files/compiled.txt");
  private static final String BOUNDARY = "----knot";

  private final String token = server.newTenant();

  private TestServer.Answer upload(String query, BodyPublisher body, String... headers) {
    var request = server.request(token, "/v1/files" + query).timeout(Duration.ofMinutes(2));
    request.POST(body);
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      return new TestServer.Answer(
          server.client().send(request.build(), BodyHandlers.ofByteArray()));
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private TestServer.Answer text(String name, String text) {
    return upload("?name=" + URLEncoder.encode(name, UTF_8), BodyPublishers.ofString(text));
  }

  private TestServer.Answer sample(String name) throws IOException {
    return upload("?name=" + name, BodyPublishers.ofByteArray(bytes(name)));
  }

  private static byte[] bytes(String sample) throws IOException {
    return Files.readAllBytes(SAMPLES.resolve(sample));
  }

  private TestServer.Answer form(String options, String fileName, String text, String... headers) {
    var parts = new StringBuilder();
    if (options != null) {
      parts
          .append("--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"options\"\r\n")
          .append("Content-Type: application/json\r\n\r\n")
          .append(options.replace('\'', '"'))
          .append("\r\n");
    }
    parts
        .append("--" + BOUNDARY + "\r\n")
        .append("Content-Disposition: form-data; name=\"file\"; filename=\"" + fileName + "\"\r\n")
        .append("Content-Type: text/plain\r\n\r\n")
        .append(text)
        .append("\r\n--" + BOUNDARY + "--\r\n");
    var all = new ArrayList<>(List.of(headers));
    all.add("Content-Type");
    all.add("multipart/form-data; boundary=" + BOUNDARY);
    return upload("", BodyPublishers.ofString(parts.toString()), all.toArray(String[]::new));
  }

  private static JsonObject only(TestServer.Answer answer) {
    assertThat(answer.list("payloads")).hasSize(1);
    return answer.list("payloads").getFirst();
  }

  private JsonObject payload(TestServer.Answer uploaded) {
    return server.get(token, "/v1/payloads/" + only(uploaded).text("payload_id")).body();
  }

  // ── what becomes of files ──

  @Test
  void real_files_of_each_sort_go_through_to_golden_text_capability_and_entities()
      throws IOException {
    var lines = new ArrayList<String>();
    try (var pages = Files.list(READ)) {
      for (var page : pages.sorted().toList()) {
        var name = page.getFileName().toString().replaceFirst("\\.txt$", "");
        var uploaded = sample(name);

        assertThat(uploaded.status()).as(uploaded.bodyText()).isEqualTo(201);
        assertThat(Files.readString(page))
            .contains("media type: " + uploaded.object("file").text("media_type") + "\n")
            .contains("text of " + uploaded.object("file").get("text_length") + " characters");
        lines.add(name + " as " + chosen(uploaded));
        uploaded.list("payloads").forEach(each -> lines.add("  " + entities(each)));
      }
    }
    assertThat(String.join("\n", lines) + "\n").isEqualTo(Files.readString(COMPILED));
  }

  private static String chosen(TestServer.Answer uploaded) {
    var choice = uploaded.object("choice");
    return choice.text("chosen_by").equals("envelope")
        ? "an envelope"
        : choice.text("capability_id") + " by " + choice.get("score") + " points";
  }

  private static String entities(JsonObject payload) {
    return TestServer.objects(payload.array("entities")).stream()
        .map(
            entity ->
                entity.text("entity_type")
                    + (Json.of(true).equals(entity.get("resolved"))
                        ? " “" + entity.text("name") + "”"
                        : " without a name"))
        .collect(Collectors.joining(", "));
  }

  @Test
  void a_file_is_kept_with_its_payload_and_both_tell_of_each_other() throws IOException {
    var uploaded = sample("invoice.pdf");

    var artifact = uploaded.object("file").text("artifact_id");
    var kept = server.get(token, "/v1/objects/artifact/" + artifact);
    assertThat(kept.object("object").text("mime_type")).isEqualTo("application/pdf");
    assertThat(kept.object("object").text("hash"))
        .isEqualTo(uploaded.object("file").text("sha256"));
    var content = server.get(token, "/v1/objects/artifact/" + artifact + "/content");
    assertThat(content.response().body()).isEqualTo(bytes("invoice.pdf"));
    var payload = payload(uploaded);
    assertThat(payload.object("file").text("artifact_id")).isEqualTo(artifact);
    assertThat(payload.object("file").text("name")).isEqualTo("invoice.pdf");
    assertThat(payload.text("summary")).contains("invoice_number: INV-2024-001");
    assertThat(payload.object("embedding").text("memory_id")).startsWith("mem_ent_");
    var vector = payload.object("embedding").text("vector_id");
    assertThat(server.get(token, "/v1/objects/embedding/" + vector).status()).isEqualTo(200);
    assertThat(server.get(token, "/v1/payloads?artifact_id=" + artifact).list("payloads"))
        .extracting(each -> each.text("payload_id"))
        .containsExactly(payload.text("payload_id"));
  }

  @Test
  void the_answer_shows_the_choice_with_its_score_the_runners_up_and_where_fields_stand()
      throws IOException {
    var choice = sample("rechnung.docx").object("choice");

    assertThat(choice.array("reasons").items()).isNotEmpty();
    assertThat(TestServer.objects(choice.array("runners_up")))
        .extracting(each -> each.text("capability_id"))
        .contains("neotoma:store_receipt:v1", "neotoma:store_note:v1");
    var fields = TestServer.objects((JsonArray) choice.array("fields").items().getFirst());
    assertThat(fields).extracting(each -> each.text("name")).contains("invoice_number", "amount");
    assertThat(fields.getFirst().object("place").has("line")).isTrue();
  }

  @Test
  void the_same_file_again_changes_nothing() throws IOException {
    var first = sample("contract.txt");
    var head = server.head(token);

    var again = sample("contract.txt");

    assertThat(again.status()).isEqualTo(200);
    assertThat(again.number("known")).isEqualTo(1);
    assertThat(again.object("file")).isEqualTo(first.object("file"));
    assertThat(only(again).text("payload_id")).isEqualTo(only(first).text("payload_id"));
    assertThat(server.head(token)).isEqualTo(head);
  }

  @Test
  void a_deleted_file_that_is_sent_again_is_back() {
    var first = text("ropes.txt", "Ropes of Ayni\n\nTwelve ropes lie in the shed.");
    var artifact = "/v1/objects/artifact/" + first.object("file").text("artifact_id");
    server.delete(token, artifact);
    assertThat(server.get(token, artifact).status()).isEqualTo(404);

    text("ropes.txt", "Ropes of Ayni\n\nTwelve ropes lie in the shed.");

    assertThat(server.get(token, artifact).status()).isEqualTo(200);
  }

  @Test
  void a_form_says_along_with_its_file_who_may_see_it() {
    var mate = server.newKey(token, "user_mate", "read", "write");
    var uploaded =
        form(
            "{'visibility':'public','access':{'team_id':null},'agent_id':'agt_reader',"
                + "'extracted_at':'2024-03-01T09:00:00+01:00'}",
            "C:\\docs\\knots.txt",
            "Knots of the sea\n\nA bowline never slips.");

    assertThat(uploaded.status()).as(uploaded.bodyText()).isEqualTo(201);
    assertThat(uploaded.object("file").text("name")).isEqualTo("knots.txt");
    var seen = server.get(mate, "/v1/payloads/" + only(uploaded).text("payload_id"));
    assertThat(seen.status()).isEqualTo(200);
    assertThat(seen.object("provenance").text("agent_id")).isEqualTo("agt_reader");
    assertThat(seen.object("provenance").text("extracted_at")).isEqualTo("2024-03-01T08:00:00Z");
    var hidden = form(null, "hidden.txt", "Nobody else\n\nreads this.");
    assertThat(server.get(mate, "/v1/payloads/" + only(hidden).text("payload_id")).status())
        .isEqualTo(404);
  }

  @Test
  void a_table_is_a_payload_for_each_row() {
    var rows = new StringBuilder("transaction_id,amount,merchant_name,date\n");
    for (int i = 1; i <= 1_200; i++) {
      rows.append("TX-").append(i).append(',').append(i).append(".50,Shop,2024-01-15\n");
    }
    var uploaded = text("bank.csv", rows.toString());

    assertThat(uploaded.number("created")).isEqualTo(1_200);
    assertThat(uploaded.list("payloads")).hasSize(100);
    assertThat(uploaded.list("payloads").get(4).array("entities").items().getFirst().toString())
        .contains("TX-5");
    var artifact = uploaded.object("file").text("artifact_id");
    assertThat(
            server.get(token, "/v1/payloads?limit=1000&artifact_id=" + artifact).list("payloads"))
        .hasSize(1_000);
  }

  @Test
  void a_table_that_fits_nothing_is_a_note_for_each_row() {
    var uploaded = text("cords.csv", "cord,knots\nred,42\n,\nblue,7\n");

    assertThat(uploaded.object("choice").text("capability_id")).isEqualTo("neotoma:store_note:v1");
    assertThat(uploaded.number("created")).isEqualTo(2);
    assertThat(text("cords.csv", "cord,knots\nred,42\n,\nblue,7\n").number("created")).isZero();
    var found =
        server.post(
            token,
            "/v1/entities/search",
            "{'filters':[{'field':'knots','op':'eq','value':'42'}],'after':"
                + server.get(token, "/v1/log/head").number("position")
                + "}");
    assertThat(found.list("entities")).hasSize(1);
    assertThat(found.list("entities").getFirst().object("snapshot").text("cord")).isEqualTo("red");
  }

  @Test
  void envelopes_in_a_file_have_each_their_own_fate() {
    var good =
        "{'capability_id':'neotoma:store_note:v1','body':{'title':'A'},'provenance':"
            + "{'source_refs':[],'extracted_at':'2024-01-15T10:00:00Z','extractor_version':'x:1'}}";
    var bad = good.replace("store_note", "store_nothing");
    var worse = good.replace("2024-01-15T10:00:00Z", "yesterday");
    var uploaded =
        text("many.json", ("[" + good + "," + bad + "," + worse + "]").replace('\'', '"'));

    assertThat(uploaded.number("created")).isEqualTo(1);
    assertThat(uploaded.number("rejected")).isEqualTo(2);
    var fates = uploaded.list("payloads");
    assertThat(TestServer.faults(fates.get(1).object("problem")))
        .containsExactly("capability.unknown@/capability_id");
    assertThat(TestServer.faults(fates.get(2).object("problem")))
        .containsExactly("time.format@/provenance/extracted_at");
  }

  @Test
  void a_tenants_own_capability_is_chosen_by_its_fields() {
    server.post(
        token,
        "/v1/capabilities",
        "{'id':'acme:store_ship:v1','intent':'store_ship','version':'v1','primary_entity_type':"
            + "'ship','schema_version':'1.0','canonicalization_rules':{'included_fields':"
            + "['imo_number','tonnage','home_port'],'normalize_strings':true,'sort_arrays':true},"
            + "'entity_extraction_rules':[{'entity_type':'ship','extraction_type':'payload_self'}]}");
    var uploaded =
        text(
            "fleet.csv", "imo_number,tonnage,home_port\n9074729,12000,Callao\n9074730,900,Paita\n");

    assertThat(uploaded.object("choice").text("capability_id")).isEqualTo("acme:store_ship:v1");
    assertThat(uploaded.number("created")).isEqualTo(2);
  }

  @Test
  void of_several_versions_of_a_capability_the_newest_is_chosen_and_only_admins_register_them() {
    var capability =
        "{'id':'acme:store_boat:v1','primary_entity_type':'boat','schema_version':'1.0',"
            + "'canonicalization_rules':{'included_fields':['hull_number','berth','draught'],"
            + "'normalize_strings':true,'sort_arrays':true},"
            + "'entity_extraction_rules':[{'entity_type':'boat','extraction_type':'payload_self'}]}";
    var writer = server.newKey(token, "user_writer", "read", "write");

    assertThat(server.post(writer, "/v1/capabilities", capability).status()).isEqualTo(403);
    server.post(token, "/v1/capabilities", capability);
    server.post(token, "/v1/capabilities", capability.replace(":v1", ":v2"));
    var uploaded = text("boats.csv", "hull_number,berth,draught\nH-1,7,2.5\n,,\n");

    assertThat(uploaded.object("choice").text("capability_id")).isEqualTo("acme:store_boat:v2");
    assertThat(uploaded.number("created")).isEqualTo(1);
  }

  // ── long ones ──

  private static String story(int paragraphs) {
    var story = new StringBuilder("The long way\n\n");
    for (int i = 1; i <= paragraphs; i++) {
      story
          .append("Day ")
          .append(i)
          .append(" on the road. We walked past village number ")
          .append(i)
          .append(" and counted the llamas. Nobody was tired, and the weather stayed dry.\n\n");
    }
    return story.toString();
  }

  @Test
  void a_long_document_is_cut_into_parts_that_know_their_neighbours() {
    var story = story(300).replace("village number 150 and", "the bridge of Q'eswachaka and");
    var uploaded = text("way.txt", story);

    int parts = (int) ((JsonNumber) uploaded.object("file").get("parts")).asLong();
    assertThat(parts).isGreaterThan(5);
    var session = uploaded.object("file").text("session_id");
    var events = server.get(token, "/v1/events?limit=100&session_id=" + session).list("events");
    assertThat(events).hasSize(parts);
    var told = new StringBuilder();
    for (int i = 0; i < parts; i++) {
      var part = events.get(i).object("payload").object("file_part");
      told.append(events.get(i).object("payload").text("text"));
      assertThat(part.get("number")).isEqualTo(Json.of(i + 1));
      assertThat(part.get("previous_event_id"))
          .isEqualTo(i == 0 ? Json.NULL : Json.of(events.get(i - 1).text("event_id")));
      assertThat(part.get("next_event_id"))
          .isEqualTo(i == parts - 1 ? JsonNull.NULL : Json.of(events.get(i + 1).text("event_id")));
    }
    assertThat(told).hasToString(story);
    assertThat(payload(uploaded).object("body").text("content"))
        .startsWith("The long way")
        .contains("[Part 1 of " + parts);
    var found =
        server.post(
            token,
            "/v1/query",
            "{'query_text':'bridge of Q\\u0027eswachaka','top_k':3,'after':"
                + uploaded.number("position")
                + "}");
    assertThat(found.list("objects").getFirst().toString()).contains("eswachaka");
  }

  @Test
  void a_text_that_is_too_long_to_be_held_is_read_all_the_same() {
    var story = story(110_000);
    assertThat(story.length()).isGreaterThan(10_000_000);

    var uploaded = text("endless.txt", story);

    assertThat(uploaded.status()).as(uploaded.bodyText()).isEqualTo(201);
    assertThat(uploaded.object("file").get("text_length")).isEqualTo(Json.of(story.length()));
    var session = uploaded.object("file").text("session_id");
    var last =
        server.get(token, "/v1/events?limit=1&order=desc&session_id=" + session).list("events");
    assertThat(last.getFirst().object("payload").text("text")).contains("Day 110000 on the road");
  }

  @Test
  void a_file_of_more_than_a_hundred_megabytes_is_streamed() throws IOException {
    var photo = bytes("photo.jpg");
    long size = 110L << 20;
    var uploaded =
        upload(
            "?name=big.jpg",
            BodyPublishers.ofInputStream(
                () -> new SequenceInputStream(new ByteArrayInputStream(photo), zeros(size))));

    assertThat(uploaded.status()).as(uploaded.bodyText()).isEqualTo(201);
    assertThat(uploaded.object("file").get("size")).isEqualTo(Json.of(size + photo.length));
    assertThat(uploaded.object("file").text("media_type")).isEqualTo("image/jpeg");
  }

  private static InputStream zeros(long count) {
    return new InputStream() {
      private long left = count;

      @Override
      public int read() {
        return left-- > 0 ? 0 : -1;
      }

      @Override
      public int read(byte[] bytes, int offset, int length) {
        if (left <= 0) {
          return -1;
        }
        int read = (int) Math.min(left, length);
        Arrays.fill(bytes, offset, offset + read, (byte) 0);
        left -= read;
        return read;
      }
    };
  }

  @Test
  void a_large_file_tells_how_far_it_has_come() {
    var answer = upload("?name=way.txt&progress=true", BodyPublishers.ofString(story(4_000)));

    assertThat(answer.status()).isEqualTo(200);
    var lines =
        answer
            .bodyText()
            .lines()
            .map(line -> new JsonReader().readObject(line.getBytes(UTF_8)))
            .toList();
    assertThat(
            lines.stream().map(line -> line.text("step")).filter(step -> step != null).distinct())
        .containsExactly("reading", "keeping", "parts", "payloads");
    assertThat(lines.getLast().object("result").get("created")).isEqualTo(Json.of(1));
    var broken = upload("?name=a.json&progress=true", BodyPublishers.ofString("{\"a\":"));
    assertThat(broken.bodyText()).contains("file.broken");
  }

  // ── what cannot be read ──

  @ParameterizedTest
  @CsvSource({
    "broken.docx,400,file.broken", "broken.pdf,400,file.broken", "encrypted.pdf,400,file.encrypted",
    "protected.docx,400,file.encrypted", "empty.txt,400,file.empty", "bomb.docx,400,file.hostile",
    "laughs.docx,400,file.hostile", "xxe.docx,400,file.hostile", "nested.zip,400,file.unsupported"
  })
  void what_cannot_be_read_is_refused_and_leaves_nothing(String name, int status, String code)
      throws IOException {
    var head = server.head(token);

    var refused = sample(name);

    assertThat(refused.status()).isEqualTo(status);
    assertThat(refused.faults()).containsExactly(code + "@");
    assertThat(server.head(token)).isEqualTo(head);
    assertThat(server.get(token, "/v1/payloads").list("payloads")).isEmpty();
    assertThat(server.get(token, "/v1/objects/artifact").list("objects")).isEmpty();
  }

  @Test
  void json_that_is_nested_without_end_is_refused() {
    var refused = text("deep.json", "[".repeat(100_000));

    assertThat(refused.faults()).containsExactly("file.too_deep@");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "multipart/form-data",
        "multipart/form-data; boundary=other",
        "multipart/form-data; boundary=" + BOUNDARY
      })
  void a_form_that_is_none_is_refused(String type) {
    var refused =
        upload("", BodyPublishers.ofString("--" + BOUNDARY + "\r\nno"), "Content-Type", type);

    assertThat(refused.status()).isEqualTo(400);
  }

  @Test
  void faults_of_the_options_are_told_together() {
    var refused =
        form("{'visibility':'nobody','color':1,'extracted_at':'2024-01-15'}", "a.txt", "A");

    assertThat(refused.faults())
        .containsExactlyInAnyOrder(
            "enum.unknown@/options/visibility",
            "field.unknown@/options/color",
            "time.format@/options/extracted_at");
  }

  // ── trying, retrying ──

  @Test
  void a_file_that_is_tried_out_leaves_nothing_behind() throws IOException {
    var head = server.head(token);

    var tried =
        upload("?name=invoice.pdf&dry_run=true", BodyPublishers.ofByteArray(bytes("invoice.pdf")));

    assertThat(tried.status()).isEqualTo(200);
    assertThat(tried.object("choice").text("capability_id")).isEqualTo("neotoma:store_invoice:v1");
    assertThat(only(tried).text("message")).isEqualTo("Compiled, and nothing was written");
    assertThat(server.head(token)).isEqualTo(head);
    assertThat(server.get(token, "/v1/objects/artifact").list("objects")).isEmpty();
  }

  @Test
  void a_retry_under_the_same_key_gets_the_first_answer() {
    var key = new String[] {"Idempotency-Key", "file-1"};
    var first = upload("?name=a.txt", BodyPublishers.ofString("One\n\ntwo three"), key);

    var again = upload("?name=a.txt", BodyPublishers.ofString("One\n\ntwo three"), key);
    var other = upload("?name=a.txt", BodyPublishers.ofString("Another\n\nfile"), key);

    assertThat(first.status()).isEqualTo(201);
    assertThat(again.status()).isEqualTo(201);
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(other.status()).isEqualTo(409);
    var wider = form("{'visibility':'public','access':{'team_id':null}}", "a.txt", "One", key);
    var narrow = form("{'visibility':'private'}", "a.txt", "One", "Idempotency-Key", "file-2");
    var same =
        form(
            "{'visibility':'public','access':{'team_id':null}}",
            "a.txt",
            "One",
            "Idempotency-Key",
            "file-2");
    assertThat(wider.status()).isEqualTo(409);
    assertThat(narrow.status()).isEqualTo(201);
    assertThat(same.status()).as("what is said along is part of the request").isEqualTo(409);
  }

  @Test
  void who_may_only_read_sends_no_files() {
    var reader = server.newKey(token, "user_reader", "read");
    var refused =
        server.send("POST", reader, "/v1/files?name=a.txt", "A", "Content-Type", "text/plain");

    assertThat(refused.status()).isEqualTo(403);
  }

  @Test
  void two_owners_of_one_file_have_each_their_own() {
    var other = server.newKey(token, "user_other", "read", "write");
    var mine = text("same.txt", "The same\n\nfile for two.");
    var theirs =
        server.send(
            "POST",
            other,
            "/v1/files?name=same.txt",
            "The same\n\nfile for two.",
            "Content-Type",
            "text/plain");

    assertThat(theirs.status()).isEqualTo(201);
    assertThat(only(theirs).text("payload_content_id"))
        .isEqualTo(only(mine).text("payload_content_id"));
    assertThat(only(theirs).text("payload_id")).isNotEqualTo(only(mine).text("payload_id"));
    assertThat(theirs.object("file").text("artifact_id"))
        .isNotEqualTo(mine.object("file").text("artifact_id"));
    assertThat(
            server
                .get(other, "/v1/objects/artifact/" + mine.object("file").text("artifact_id"))
                .status())
        .isEqualTo(404);
  }
}
