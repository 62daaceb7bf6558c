package dev.quipu.engine.compile;

import dev.quipu.model.log.EventType;
import dev.quipu.model.object.MemoryType;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What an event of one type gives rise to, beside what its payload asks for by name: one row of
/// the table in docs/objects.md, which is printed from these rows.
///
/// @param eventType [#GENERIC] for all that have no row of their own
/// @param memoryType of the memory that is made if there is a text
/// @param confidence of that memory
public record EventRule(
    String eventType, MemoryType memoryType, double confidence, List<Part> parts) {

  /// Stands for every type without a row.
  public static final String GENERIC = "generic";

  /// The table.
  public static final List<EventRule> TABLE =
      List.of(
          new EventRule("user_message", MemoryType.EPISODIC, 1, List.of()),
          new EventRule("assistant_message", MemoryType.EPISODIC, 0.9, List.of()),
          new EventRule("tool_call_issued", MemoryType.PROCEDURAL, 0.9, List.of(Part.TOOL_STARTED)),
          new EventRule(
              "tool_result_returned",
              MemoryType.SEMANTIC,
              0.8,
              List.of(Part.TOOL_ENDED, Part.RESULT)),
          new EventRule("retrieval_executed", MemoryType.EPISODIC, 0.7, List.of(Part.RETRIEVED)),
          new EventRule("plan_updated", MemoryType.PROCEDURAL, 0.9, List.of(Part.PLAN)),
          new EventRule("critique_generated", MemoryType.REFLECTIVE, 0.7, List.of(Part.VERDICT)),
          new EventRule("task_finished", MemoryType.EPISODIC, 1, List.of(Part.TASK_ENDED)),
          new EventRule("handoff_occurred", MemoryType.SOCIAL, 0.9, List.of(Part.HANDOFF)),
          new EventRule(GENERIC, MemoryType.EPISODIC, 0.8, List.of()));

  private static final Map<String, EventRule> BY_TYPE =
      TABLE.stream()
          .collect(Collectors.toUnmodifiableMap(EventRule::eventType, Function.identity()));

  public EventRule {
    parts = List.copyOf(parts);
  }

  static EventRule of(EventType type) {
    var own = BY_TYPE.get(type.value());
    return own == null ? BY_TYPE.getOrDefault(GENERIC, TABLE.getLast()) : own;
  }

  boolean has(Part part) {
    return parts.contains(part);
  }

  /// The table as docs/objects.md shows it.
  public static String asMarkdown() {
    var head =
        """
        | event type | memory, if there is a text | states | artifact | edges | session |
        | --- | --- | --- | --- | --- | --- |
        """;
    return head + TABLE.stream().map(EventRule::line).collect(Collectors.joining());
  }

  private String line() {
    return Stream.of(
            "`" + eventType + "`",
            memoryType.wireName() + ", confidence " + Double.toString(confidence).replace(".0", ""),
            told(Part::state),
            told(Part::artifact),
            told(Part::edges),
            told(Part::session))
        .collect(Collectors.joining(" | ", "| ", " |\n"));
  }

  private String told(Function<Part, String> column) {
    var told =
        parts.stream()
            .map(column)
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining("; "));
    return told.isEmpty() ? "–" : told;
  }

  /// Something that events of a type give rise to. Every event also makes what its payload names:
  /// `state`, `artifact`, `edges`.
  public enum Part {
    TOOL_STARTED(
        "`tool_stack` under the tool's name: running", "", "`uses_tool` to that state", ""),
    TOOL_ENDED(
        "`tool_stack` under the tool's name: done or failed; `failure_marker` under it when failed, cleared when done",
        "",
        "",
        ""),
    RESULT("", "`api_output` out of `result`", "", ""),
    RETRIEVED("", "", "`derived_from` to each of `object_refs`", ""),
    PLAN("`current_plan` under `plan`: the plan", "", "", ""),
    VERDICT("", "", "`supports` or `contradicts` (`verdict`) to `target`", ""),
    TASK_ENDED(
        "`execution_status` under `task`: completed or failed", "", "", "completed or failed"),
    HANDOFF("`execution_status` under `handoff`: to whom", "", "`shared_with` to that agent", "");

    private final String state;
    private final String artifact;
    private final String edges;
    private final String session;

    Part(String state, String artifact, String edges, String session) {
      this.state = state;
      this.artifact = artifact;
      this.edges = edges;
      this.session = session;
    }

    String state() {
      return state;
    }

    String artifact() {
      return artifact;
    }

    String edges() {
      return edges;
    }

    String session() {
      return session;
    }
  }
}
