package dev.quipu.engine.upload;

import dev.quipu.engine.compile.Command;
import dev.quipu.engine.files.choice.Choice;
import dev.quipu.engine.ingest.Ingest;
import dev.quipu.engine.ingest.Outcome;
import dev.quipu.engine.ingest.Retry;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.engine.ingest.Written;
import dev.quipu.engine.upload.UploadProgress.Stage;
import dev.quipu.engine.upload.Uploaded.Fate;
import dev.quipu.engine.upload.Uploaded.Tally;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.Invalid;
import dev.quipu.model.failure.MemoryException;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Violations;
import dev.quipu.model.log.EventDraft;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.Receipt;
import dev.quipu.model.payload.PayloadEnvelope;
import dev.quipu.model.payload.PayloadFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Submits the payloads of a file, each for itself.
final class UploadPayloads {

  /// Of so many it is told what became of them.
  private static final int TOLD = 100;

  private final Caller caller;
  private final Upload upload;
  private final Ingest ingest;
  private final int portion;
  private final UploadProgress progress;

  UploadPayloads(
      Caller caller, Upload upload, Ingest ingest, Limits limits, UploadProgress progress) {
    this.caller = caller;
    this.upload = upload;
    this.ingest = ingest;
    this.portion = limits.maxGroup();
    this.progress = progress;
  }

  /// What became of them.
  record Result(Tally tally, List<Fate> fates, @Nullable Receipt last) {}

  private static int count(Choice choice) {
    return switch (choice) {
      case Choice.Envelopes(var envelopes) -> envelopes.size();
      case Choice.Capability(var _, var _, var proposals) -> proposals.count();
    };
  }

  /// An empty row of a table is none.
  private static boolean saysNothing(Choice choice, int index) {
    return choice instanceof Choice.Capability(var _, var _, var proposals)
        && proposals.at(index).body().equals(JsonObject.EMPTY);
  }

  /// The envelope at a place.
  ///
  /// @throws Invalid if the file has one that is none
  private PayloadEnvelope envelope(Choice choice, int index) {
    return switch (choice) {
      case Choice.Envelopes(var envelopes) -> read(envelopes.get(index));
      case Choice.Capability(var chosen, var _, var proposals) ->
          new PayloadEnvelope(
              chosen.capability(), proposals.at(index).body(), upload.provenance(), null);
    };
  }

  private static PayloadEnvelope read(JsonObject json) {
    var violations = new Violations();
    var fields = Fields.of(json, Pointer.ROOT, violations);
    var envelope = PayloadEnvelope.read(fields);
    fields.refuseOthers();
    violations.throwIfAny();
    return envelope;
  }

  private Command.SubmitPayload command(Choice choice, @Nullable PayloadFile file, int index) {
    return new Command.SubmitPayload(
        envelope(choice, index),
        upload.workspace(),
        upload.access(),
        file == null ? null : file.item(index + 1),
        EventDraft.DEFAULT_IMPORTANCE);
  }

  /// What would become of the first of them, if their file were kept.
  Result tried(Choice choice) {
    var fates = new ArrayList<Fate>();
    int count = Math.min(TOLD, count(choice));
    var tally = Tally.NONE;
    for (int i = 0; i < count; i++) {
      if (saysNothing(choice, i)) {
        continue;
      }
      Fate fate;
      try {
        fate = new Fate.Compiled(ingest.tryOut(caller, command(choice, null, i)));
      } catch (MemoryException e) {
        fate = new Fate.Rejected(e);
      }
      fates.add(fate);
      tally = tally.with(fate);
      progress.at(Stage.PAYLOADS, i + 1, count);
    }
    return new Result(tally, fates, null);
  }

  Result submitted(
      Choice choice, PayloadFile file, Hash request, @Nullable Retry retry, int firstItem) {
    int count = count(choice);
    var told = new ArrayList<Fate>();
    var tally = Tally.NONE;
    @Nullable Receipt last = null;
    progress.at(Stage.PAYLOADS, 0, count);
    for (int from = 0; from < count; from += portion) {
      int to = Math.min(from + portion, count);
      for (var fate : portion(choice, file, request, retry, from, to, firstItem)) {
        tally = tally.with(fate);
        if (told.size() < TOLD) {
          told.add(fate);
        }
        if (fate instanceof Fate.Compiled(var written)) {
          last = written.receipt();
        }
      }
      progress.at(Stage.PAYLOADS, to, count);
    }
    return new Result(tally, told, last);
  }

  private Iterable<Fate> portion(
      Choice choice,
      PayloadFile file,
      Hash request,
      @Nullable Retry retry,
      int from,
      int to,
      int firstItem) {
    var fates = new TreeMap<Integer, Fate>();
    var submissions = new ArrayList<Submission>();
    var places = new ArrayList<Integer>();
    for (int i = from; i < to; i++) {
      if (saysNothing(choice, i)) {
        continue;
      }
      try {
        submissions.add(new Submission(command(choice, file, i), request));
        places.add(i);
      } catch (Invalid e) {
        fates.put(i, new Fate.Rejected(e));
      }
    }
    var underway = ingest.begin(caller, submissions, retry, firstItem + from);
    var outcomes = underway.outcomes();
    var entries = underway.entries();
    for (int i = 0; i < outcomes.size(); i++) {
      fates.put(
          places.get(i),
          switch (outcomes.get(i)) {
            case Outcome.Written(var receipt) ->
                new Fate.Compiled(new Written(receipt, Objects.requireNonNull(entries.get(i))));
            case Outcome.Refused(var why) -> new Fate.Rejected(why);
            case Outcome.Broken(var fault) -> throw fault;
          });
    }
    return fates.values();
  }
}
