package dev.quipu.testkit.payload;

import dev.quipu.engine.compile.Command;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Visibility;
import dev.quipu.model.json.Canonical;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Hash;
import dev.quipu.model.payload.PayloadEnvelope;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Random;

/// A payload with who submits it.
public record SentPayload(Caller owner, PayloadEnvelope envelope, boolean open) {

  Submission submission() {
    var visibility = open ? new Visibility.Everybody() : new Visibility.OwnerOnly();
    return new Submission(
        new Command.SubmitPayload(envelope, null, AccessDraft.NOTHING_SAID.visibleAs(visibility)),
        Hash.of(Canonical.bytes(envelope.toJson())));
  }

  /// The same, with the members of all objects in another order.
  public SentPayload shuffled(Random random) {
    var body = (JsonObject) shuffled(envelope.body(), random);
    return new SentPayload(
        owner,
        new PayloadEnvelope(envelope.capabilityId(), body, envelope.provenance(), null),
        open);
  }

  private static Json shuffled(Json json, Random random) {
    return switch (json) {
      case JsonObject object -> {
        var names = new ArrayList<>(object.names());
        Collections.shuffle(names, random);
        var members = new LinkedHashMap<String, Json>();
        for (var name : names) {
          var value = object.get(name);
          if (value != null) {
            members.put(name, shuffled(value, random));
          }
        }
        yield new JsonObject(members);
      }
      case JsonArray(var items) ->
          new JsonArray(items.stream().map(item -> shuffled(item, random)).toList());
      default -> json;
    };
  }
}
