package dev.quipu.model.id;

/// A share contract, the target of partial sharing.
public record ContractId(String value) implements Identifier {

  public ContractId {
    Identifier.checked(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
