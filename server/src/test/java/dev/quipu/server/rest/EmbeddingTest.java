package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.JsonObject;
import dev.quipu.server.TestServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EmbeddingTest extends DoorTest {

  private static final String LIST = "/v1/objects/embedding";

  private final String token = server.newTenant();

  @Test
  void an_embedding_has_exactly_the_seven_fields_of_the_seed() {
    var memory = remember(token, "tea at five");
    var vector = memory.object("object").text("content");

    var got = server.get(token, LIST + "/" + vector);

    assertThat(got.status()).as(got.bodyText()).isEqualTo(200);
    assertThat(got.text("object_type")).isEqualTo("embedding");
    assertThat(got.text("object_id")).isEqualTo(vector);
    assertThat(got.object("object").names())
        .containsExactly(
            "vector_id",
            "vector_context",
            "original_text",
            "dim",
            "model_id",
            "vector_ref",
            "created_ts");
    assertThat(got.object("object").text("vector_id")).isEqualTo(vector);
    assertThat(got.object("object").text("original_text")).isEqualTo("tea at five");
    assertThat(got.object("object").get("dim").toString()).isEqualTo("0");
    assertThat(got.object("object").text("created_ts")).isEqualTo(memory.text("valid_from"));
  }

  @Test
  void equal_texts_of_one_owner_share_an_embedding_and_those_of_two_owners_do_not() {
    var first = remember(token, "tea");
    var second = remember(token, "tea");
    var bob = server.newKey(token, "user_bob", "read", "write");
    var third = remember(bob, "tea");

    assertThat(vectorOf(second)).isEqualTo(vectorOf(first));
    assertThat(vectorOf(third)).isNotEqualTo(vectorOf(first));
    assertThat(vectors(token, "")).containsExactly(vectorOf(first));
    assertThat(vectors(bob, "")).containsExactly(vectorOf(third));
  }

  @Test
  void an_embedding_is_there_for_who_sees_a_memory_with_it() {
    var hidden = vectorOf(remember(token, "mine"));
    var bob = server.newKey(token, "user_bob", "read", "write");

    for (var part : List.of("", "/access", "/versions", "/provenance", "/proof")) {
      var denied = server.get(bob, LIST + "/" + hidden + part);
      var absent = server.get(bob, LIST + "/vec_000000000000000000000000" + part);
      assertThat(denied.status()).isEqualTo(404);
      assertThat(denied.bodyText()).isEqualTo(absent.bodyText());
    }
    assertThat(server.get(bob, LIST).list("objects")).isEmpty();
    assertThat(server.get(bob, LIST + "?vector_id=" + hidden).list("objects")).isEmpty();

    remember(token, "mine", ",'visibility':'public','access':{'team_id':null}");
    assertThat(server.get(bob, LIST + "/" + hidden).status()).isEqualTo(200);
    assertThat(vectors(bob, "")).containsExactly(hidden);
  }

  @Test
  void an_embedding_goes_with_the_text_of_its_memory_and_stays_in_the_past() {
    var memory = remember(token, "old words");
    var path = "/v1/objects/memory/" + memory.text("object_id");
    var old = vectorOf(memory);
    long then = memory.number("position");

    var changed = server.patch(token, path, "{'content':'new words'}");

    assertThat(server.get(token, LIST + "/" + old).status()).isEqualTo(404);
    assertThat(server.get(token, LIST + "/" + old + "?as_known_at=" + then).status())
        .isEqualTo(200);
    assertThat(
            server
                .get(token, LIST + "/" + vectorOf(changed))
                .object("object")
                .text("original_text"))
        .isEqualTo("new words");
    assertThat(vectors(token, "&as_known_at=" + then)).containsExactly(old);

    var created =
        server.get(token, LIST + "/" + vectorOf(changed)).object("object").text("created_ts");
    server.patch(token, path, "{'importance':0.9}");
    assertThat(
            server.get(token, LIST + "/" + vectorOf(changed)).object("object").text("created_ts"))
        .isEqualTo(created);
    server.delete(token, path);
    assertThat(server.get(token, LIST + "/" + vectorOf(changed)).status()).isEqualTo(404);
  }

  @Test
  void lists_show_each_embedding_once_in_pages() {
    var expected = new ArrayList<String>();
    for (int i = 0; i < 5; i++) {
      expected.add(vectorOf(remember(token, "text " + i)));
      remember(token, "text " + i);
    }
    var seen = new ArrayList<String>();
    var page = server.get(token, LIST + "?limit=3");
    while (true) {
      assertThat(page.list("objects")).hasSizeLessThanOrEqualTo(3);
      page.list("objects").forEach(object -> seen.add(object.text("object_id")));
      var cursor = page.text("next_cursor");
      if (cursor == null) {
        break;
      }
      page = server.get(token, LIST + "?limit=3&cursor=" + cursor);
    }
    assertThat(seen).isEqualTo(expected);
    assertThat(vectors(token, "&vector_id=" + expected.get(2))).containsExactly(expected.get(2));
  }

  @Test
  void an_embedding_has_one_version_and_the_access_of_its_memory() {
    var memory = remember(token, "tea", ",'visibility':'public','access':{'team_id':null}");
    var path = LIST + "/" + vectorOf(memory);

    var versions = server.get(token, path + "/versions").list("versions");
    assertThat(versions).hasSize(1);
    assertThat(versions.getFirst().text("object_id")).isEqualTo(vectorOf(memory));
    assertThat(server.get(token, path + "/access").text("visibility")).isEqualTo("public");
    var provenance = server.get(token, path + "/provenance").body();
    assertThat(provenance.array("via").toString())
        .contains("embedded_as", memory.text("object_id"));
    assertThat(server.post(token, LIST, "{}").status()).isEqualTo(405);
  }

  private static TestServer.Answer remember(String as, String text) {
    return remember(as, text, "");
  }

  private static TestServer.Answer remember(String as, String text, String more) {
    var made = server.post(as, "/v1/objects/memory", "{'content':'" + text + "'" + more + "}");
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
    return made;
  }

  private static String vectorOf(TestServer.Answer memory) {
    return memory.object("object").text("content");
  }

  private static List<String> vectors(String as, String filters) {
    return server.get(as, LIST + "?limit=100" + filters).list("objects").stream()
        .map((JsonObject object) -> object.text("object_id"))
        .toList();
  }
}
