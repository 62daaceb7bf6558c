package dev.quipu.testkit.history;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.storage.ObjectListing;
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
      put(snapshot, ObjectType.MEMORY, GoldenObjects.memory("evt_critique").id());
      put(snapshot, ObjectType.ARTIFACT, "art_own");
      put(snapshot, ObjectType.POLICY, "pol_1");
      put(snapshot, ObjectType.SHARE_CONTRACT, "con_1");
      putFirst(snapshot, ObjectType.STATE);
      putFirst(snapshot, ObjectType.POLICY_RECORD);
      var entry = snapshot.event(new EventId("evt_filed"));
      ANSWERS.put("event", EventAnswer.of(entry));
      ANSWERS.put("header", new EntryHeader(entry.recorded(), entry.effects()).toJson());
    }
  }

  private static void putFirst(Snapshot snapshot, ObjectType type) {
    var head = snapshot.head();
    var listing = new ObjectListing(type, Map.of(), null, 1);
    var first = snapshot.objects(listing, new At(head.visibleTime(), head.position())).getFirst();
    put(snapshot, type, first.object().ref().id());
  }

  private static void put(Snapshot snapshot, ObjectType type, String id) {
    var head = snapshot.head();
    var at = new At(head.visibleTime(), head.position());
    var stored = snapshot.object(new ObjectRef(type, id), at);
    ANSWERS.put(
        type.wireName(), ObjectAnswer.view(stored.object(), stored.span(), stored.version(), at));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "agent",
        "session",
        "memory",
        "state",
        "artifact",
        "edge",
        "user",
        "policy",
        "policy_record",
        "share_contract",
        "event",
        "header"
      })
  void an_answer_is_what_it_always_was(String name) {
    assertThat(pretty(ANSWERS.get(name))).isEqualTo(GoldenLog.resource(name + ".json"));
  }

  /// The right column is copied from seed 001, where the names stand without a space between them.
  @ParameterizedTest
  @CsvSource({
    "agent,agent_idtenant_idworkspace_idagent_typerole_profilepolicy_refcapability_setdefault_memory_policycreated_atstatus",
    "session,session_idagent_idparent_session_idtask_typegoalcontext_refstart_tsend_tsstatusbudget_tokenbudget_time_ms",
    "user,user_iduser_nameuser_tenant_iduser_workspace_iddefault_visibility",
    "edge,edge_idsrc_object_idsrc_typeedge_typedst_object_iddst_typeweightprovenance_refcreated_ts",
    "memory,memory_idmemory_typeagent_idsession_idowner_typescopelevelcontentsummarysource_event_idsconfidenceimportancefreshness_scorettlvalid_fromvalid_toprovenance_refversionis_active",
    "state,state_idagent_idsession_idstate_typestate_keystate_valuederived_from_event_idcheckpoint_tsversion",
    "artifact,artifact_idsession_idowner_agent_idartifact_typeuricontent_refmime_typemetadatahashproduced_by_event_idversion",
    "policy,policy_idpolicy_versionpolicy_start_timepolicy_end_timepublisher_typepublisher_idpolicy_type",
    "policy_record,policy_idpolicy_versioncontextobject_idobject_typesalience_weightttlconfidence_overrideverified_statequarantine_flagvisibility_policypolicy_reasonpolicy_sourcepolicy_event_id",
    "share_contract,contract_idscoperead_aclwrite_aclderive_aclttl_policyconsistency_levelmerge_policyquarantine_policyaudit_policy"
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
