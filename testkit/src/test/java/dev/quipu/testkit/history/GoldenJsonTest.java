package dev.quipu.testkit.history;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.EntryHeader;
import dev.quipu.model.view.At;
import dev.quipu.testkit.memory.Disk;
import dev.quipu.testkit.memory.InMemoryStorage;
import dev.quipu.wire.EventAnswer;
import dev.quipu.wire.JsonReader;
import dev.quipu.wire.JsonWriter;
import dev.quipu.wire.ObjectAnswer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// One answer of each kind, pinned to the letter: names of fields, their order, the form of times
/// and numbers.
class GoldenJsonTest {

  private static final Map<String, JsonObject> ANSWERS = new LinkedHashMap<>();

  @BeforeAll
  static void tell() throws InterruptedException {
    var disk = Disk.blank("log_golden");
    GoldenHistory.told(InMemoryStorage.open(disk));
    try (var storage = InMemoryStorage.open(disk);
        var snapshot = storage.read(ReadScope.whole(Person.ONE))) {
      put(snapshot, ObjectType.AGENT, "agt_full");
      put(snapshot, ObjectType.SESSION, "ses_full");
      put(snapshot, ObjectType.USER, "user_new");
      put(snapshot, ObjectType.EDGE, "edg_1");
      var entry = snapshot.event(new EventId("evt_filed"));
      ANSWERS.put("event", EventAnswer.of(entry));
      ANSWERS.put("header", new EntryHeader(entry.recorded(), entry.effects()).toJson());
    }
  }

  private static void put(Snapshot snapshot, ObjectType type, String id) {
    var head = snapshot.head();
    var at = new At(head.visibleTime(), head.position());
    var stored = snapshot.object(new ObjectRef(type, id), at);
    ANSWERS.put(
        type.wireName(),
        ObjectAnswer.view(stored.object(), stored.span(), stored.version(), at.asOf()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"agent", "session", "user", "edge", "event", "header"})
  void an_answer_is_what_it_always_was(String name) {
    assertThat(pretty(ANSWERS.get(name))).isEqualTo(GoldenLog.resource(name + ".json"));
  }

  /// The right column is copied from seed 001, where the names stand without a space between them.
  @ParameterizedTest
  @CsvSource({
    "agent,agent_idtenant_idworkspace_idagent_typerole_profilepolicy_refcapability_setdefault_memory_policycreated_atstatus",
    "session,session_idagent_idparent_session_idtask_typegoalcontext_refstart_tsend_tsstatusbudget_tokenbudget_time_ms",
    "user,user_iduser_nameuser_tenant_iduser_workspace_iddefault_visibility",
    "edge,edge_idsrc_object_idsrc_typeedge_typedst_object_iddst_typeweightprovenance_refcreated_ts"
  })
  void an_object_has_the_fields_of_the_seed_in_its_order(String name, String seed) {
    assertThat(String.join("", golden(name).object("object").names())).isEqualTo(seed);
  }

  @Test
  void an_event_begins_with_the_fields_of_the_seed_in_its_order() {
    assertThat(String.join("", golden("event").names()))
        .startsWith(
            "event_idtenant_idworkspace_idagent_idsession_idevent_typeevent_timeingest_time"
                + "visible_timelogical_tsparent_event_idcausal_refspayloadsourceimportance"
                + "visibilityversion");
  }

  /// Run by hand: docs/golden-logs.md.
  @Test
  @EnabledIfSystemProperty(named = "quipu.golden.write", matches = ".+")
  void writes_the_golden_answers() throws IOException {
    var folder = Files.createDirectories(Path.of("src/main/resources/golden"));
    for (var answer : ANSWERS.entrySet()) {
      Files.writeString(folder.resolve(answer.getKey() + ".json"), pretty(answer.getValue()));
    }
  }

  private static JsonObject golden(String name) {
    return new JsonReader().readObject(GoldenLog.resource(name + ".json").getBytes(UTF_8));
  }

  private static String pretty(Json json) {
    return new String(new JsonWriter().pretty(json), UTF_8) + "\n";
  }
}
