package dev.quipu.model.access;

import static dev.quipu.model.json.Shape.bool;
import static dev.quipu.model.json.Shape.id;
import static dev.quipu.model.json.Shape.instant;
import static dev.quipu.model.json.Shape.listOf;
import static dev.quipu.model.json.Shape.object;
import static dev.quipu.model.json.Shape.text;
import static dev.quipu.model.json.Shape.word;

import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.ContractId;
import dev.quipu.model.id.IdentifierJson;
import dev.quipu.model.id.Principal;
import dev.quipu.model.id.ProjectId;
import dev.quipu.model.id.RoleId;
import dev.quipu.model.id.TeamId;
import dev.quipu.model.id.WorkspaceId;
import dev.quipu.model.json.Canonical;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Shape;
import dev.quipu.model.json.Violations;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// An envelope as JSON: in the log, in the views, and as the `access` block of an answer.
///
/// Sets are written sorted, so that equal envelopes have equal bytes.
public final class EnvelopeJson {

  private static final Shape<Principal.Kind> KIND =
      word(Principal.Kind.values(), Principal.Kind::wireName);

  private enum Word {
    EVERYBODY("public"),
    NAMED("confidential"),
    PARTIAL("partial"),
    OWNER_ONLY("private");

    private final String wireName;

    Word(String wireName) {
      this.wireName = wireName;
    }

    String wireName() {
      return wireName;
    }
  }

  /// An envelope written down. Neighbours in a log mostly have equal ones, and each is asked for
  /// three times: so the last one is kept.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Written(Envelope envelope, JsonObject json, byte[] canonical) {

    static Written of(Envelope envelope) {
      var known = last;
      if (known != null && known.envelope().equals(envelope)) {
        return known;
      }
      var json = compose(envelope);
      var written = new Written(envelope, json, Canonical.bytes(json));
      last = written;
      return written;
    }
  }

  private static volatile @Nullable Written last;

  private EnvelopeJson() {}

  public static JsonObject write(Envelope envelope) {
    return Written.of(envelope).json();
  }

  /// The canonical bytes of [#write].
  public static byte[] bytes(Envelope envelope) {
    return Written.of(envelope).canonical().clone();
  }

  private static JsonObject compose(Envelope envelope) {
    var members = new LinkedHashMap<String, Json>();
    members.put("owner_kind", Json.of(envelope.owner().kind().wireName()));
    members.put("owner_id", Json.of(envelope.owner().id()));
    writeVisibility(envelope.visibility(), members);
    members.put("workspace_id", IdentifierJson.of(envelope.workspace()));
    members.put("project_id", IdentifierJson.of(envelope.project()));
    members.put("indexed", Json.of(envelope.indexed()));
    members.put("expires_at", Json.ofNullable(envelope.expiresAt()));
    members.put("tags", JsonArray.ofTexts(envelope.tags()));
    members.put("lang", Json.ofNullable(envelope.lang()));
    return new JsonObject(members);
  }

  /// `visibility`, and what belongs to it.
  private static void writeVisibility(Visibility visibility, Map<String, Json> members) {
    members.put("visibility", Json.of(visibility.wireName()));
    switch (visibility) {
      case Visibility.Everybody() -> members.put("team_id", Json.NULL);
      case Visibility.Team(var team) -> members.put("team_id", Json.of(team.value()));
      case Visibility.Named(var acl) ->
          members.put(
              "acl",
              JsonObject.of(
                  "read_agent_ids", IdentifierJson.sorted(acl.agents()),
                  "read_team_ids", IdentifierJson.sorted(acl.teams()),
                  "read_role_ids", IdentifierJson.sorted(acl.roles())));
      case Visibility.ByContract(var contract) ->
          members.put("contract_id", Json.of(contract.value()));
      case Visibility.ByTeam(var team) -> members.put("team_id", Json.of(team.value()));
      case Visibility.OwnerOnly() -> {}
    }
  }

  /// The counterpart of [#write].
  public static Envelope read(JsonObject json) {
    var violations = new Violations();
    var fields = Fields.of(json, Pointer.ROOT, violations);
    var kind = fields.required("owner_kind", KIND);
    var owner = fields.required("owner_id", id(value -> new Principal(kind, value)));
    var visibility = readVisibility(fields);
    var workspace = fields.optional("workspace_id", id(WorkspaceId::new));
    var project = fields.optional("project_id", id(ProjectId::new));
    var indexed = fields.required("indexed", bool());
    var expiresAt = fields.optional("expires_at", instant());
    var tags = fields.required("tags", listOf(text(1, Integer.MAX_VALUE), Integer.MAX_VALUE));
    var lang = fields.optional("lang", text(1, Integer.MAX_VALUE));
    violations.throwIfAny();
    return new Envelope(
        owner, visibility, workspace, indexed, expiresAt, project, new TreeSet<>(tags), lang);
  }

  private static Visibility readVisibility(Fields fields) {
    var word = fields.required("visibility", word(Word.values(), Word::wireName));
    var team = fields.optional("team_id", id(TeamId::new));
    var contract = fields.optional("contract_id", id(ContractId::new));
    var acl = fields.optional("acl", acl(Integer.MAX_VALUE), Acl.NOBODY);
    return switch (word) {
      case EVERYBODY -> team == null ? new Visibility.Everybody() : new Visibility.Team(team);
      case NAMED -> new Visibility.Named(acl);
      case PARTIAL -> {
        if (contract != null) {
          yield new Visibility.ByContract(contract);
        }
        if (team == null) {
          fields.refuse(
              "contract_id", "field.required", "Partial sharing names a contract or a team.");
          yield new Visibility.OwnerOnly();
        }
        yield new Visibility.ByTeam(team);
      }
      case OWNER_ONLY -> new Visibility.OwnerOnly();
    };
  }

  /// The readers that an owner names, each list at most `max` long.
  public static Shape<Acl> acl(int max) {
    return object(
        fields -> {
          var agents = fields.optional("read_agent_ids", listOf(id(AgentId::new), max), List.of());
          var teams = fields.optional("read_team_ids", listOf(id(TeamId::new), max), List.of());
          var roles = fields.optional("read_role_ids", listOf(id(RoleId::new), max), List.of());
          fields.refuseOthers();
          return fields.build(
              () -> new Acl(Set.copyOf(agents), Set.copyOf(teams), Set.copyOf(roles)));
        });
  }
}
