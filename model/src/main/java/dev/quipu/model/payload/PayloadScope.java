package dev.quipu.model.payload;

import dev.quipu.model.access.Envelope;
import dev.quipu.model.id.Principal;
import dev.quipu.model.id.WorkspaceId;
import dev.quipu.model.log.Recorded;
import org.jspecify.annotations.Nullable;

/// Within what the same content is one payload, and a `client_request_id` names one request.
///
/// Whether something was there already is told to whoever submits it, so nobody may find out by it
/// what he cannot read: a key of one workspace nothing of another, and who submits in another's
/// name nothing of what that one has told himself.
///
/// @param workspace null = the tenant as a whole
/// @param writer who submits in the owner's name; null = the owner himself
public record PayloadScope(
    Principal owner, @Nullable WorkspaceId workspace, @Nullable Principal writer) {

  private static final String SEPARATOR = "\0";

  /// What an owner tells by himself, in no workspace.
  public static PayloadScope of(Principal owner) {
    return new PayloadScope(owner, null, null);
  }

  public static PayloadScope of(Envelope access, Principal writer) {
    return new PayloadScope(
        access.owner(), access.workspace(), writer.equals(access.owner()) ? null : writer);
  }

  /// The one that a submission was made in. Those that do not say so were made in their owner's,
  /// wherever they lie and whoever wrote them.
  public static PayloadScope of(Recorded recorded, SubmittedPayload payload) {
    return payload.apart()
        ? of(recorded.envelope(), recorded.recordedBy())
        : of(recorded.envelope().owner());
  }

  /// Whether it is another than that of the owner himself.
  public boolean isApart() {
    return workspace != null || writer != null;
  }

  /// What ids are made from. Ids have no separator in them, and no owner begins with one.
  String text() {
    return isApart()
        ? SEPARATOR
            + (workspace == null ? "" : workspace.value())
            + SEPARATOR
            + (writer == null ? "" : writer)
            + SEPARATOR
            + owner
        : owner.toString();
  }
}
