package dev.quipu.model.object;

import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.JsonObject;
import org.jspecify.annotations.Nullable;

/// Where an object says that it comes from. It grants nothing, but some keys search the things of
/// some agents only.
public final class Origin {

  private Origin() {}

  /// The agent that an object comes from; null if from none.
  public static @Nullable AgentId agent(ObjectType type, JsonObject body) {
    var id = body.text(type == ObjectType.ARTIFACT ? "owner_agent_id" : "agent_id");
    return id == null ? null : new AgentId(id);
  }
}
