package dev.quipu.model.access;

import dev.quipu.model.id.ContractId;
import dev.quipu.model.id.TeamId;

/// Whom the owner lets read an object. Each shape carries what its line of the rule needs and
/// nothing else, so a private object with an access list cannot be built.
public sealed interface Visibility {

  /// `public` with `team_id` null: everybody in the tenant.
  record Everybody() implements Visibility {}

  /// `public` within one team.
  record Team(TeamId team) implements Visibility {}

  /// `confidential`: the readers that the owner names.
  record Named(Acl acl) implements Visibility {}

  /// `partial` of seed 001, by a share contract.
  record ByContract(ContractId contract) implements Visibility {}

  /// `partial` of seed 001, with a team as target.
  record ByTeam(TeamId team) implements Visibility {}

  /// `private`.
  record OwnerOnly() implements Visibility {}

  /// The word of seed 000 (`partial` is 001's, and has no other).
  default String wireName() {
    return switch (this) {
      case Everybody(), Team(var _) -> "public";
      case Named(var _) -> "confidential";
      case ByContract(var _), ByTeam(var _) -> "partial";
      case OwnerOnly() -> "private";
    };
  }
}
