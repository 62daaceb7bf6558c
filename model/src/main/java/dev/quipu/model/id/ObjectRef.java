package dev.quipu.model.id;

/// One object of one tenant, by type and id. The id alone names nothing: a session and an agent may
/// share one.
public record ObjectRef(ObjectType type, String id) {

  public ObjectRef {
    Identifier.checked(id);
  }

  public static ObjectRef of(AgentId agent) {
    return new ObjectRef(ObjectType.AGENT, agent.value());
  }

  public static ObjectRef of(SessionId session) {
    return new ObjectRef(ObjectType.SESSION, session.value());
  }

  public static ObjectRef of(EventId event) {
    return new ObjectRef(ObjectType.EVENT, event.value());
  }

  @Override
  public String toString() {
    return type.wireName() + "/" + id;
  }
}
