package dev.quipu.testkit.history;

import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/// Lets `-Dquipu.histories=500` tell as many; a test run has a minute, a bench run has the night.
final class HowManyHistories implements AroundPropertyHook {

  static final String PROPERTY = "quipu.histories";

  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    var wanted = Integer.getInteger(PROPERTY);
    if (wanted != null) {
      context.attributes().setTries(wanted);
    }
    return property.execute();
  }
}
