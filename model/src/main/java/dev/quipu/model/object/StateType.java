package dev.quipu.model.object;

import java.util.List;
import java.util.stream.Stream;

/// The kinds of state of seed 001.
public enum StateType {
  CURRENT_PLAN("current_plan"),
  TOOL_STACK("tool_stack"),
  EXECUTION_STATUS("execution_status"),
  BUDGET_STATE("budget_state"),
  BLACKBOARD("blackboard"),
  FAILURE_MARKER("failure_marker");

  private final String wireName;

  StateType(String wireName) {
    this.wireName = wireName;
  }

  public String wireName() {
    return wireName;
  }

  public static List<String> words() {
    return Stream.of(values()).map(StateType::wireName).toList();
  }
}
