package dev.quipu.model.access;

/// One reason to see an object, as a word that both sides can hold: `o:user:x`, `p:*`, `p:team_a`,
/// `a:agt_x`, `t:team_b`, `r:role_c`, `c:contract`, `adm`.
public record AccessToken(String value) implements Comparable<AccessToken> {

  static final AccessToken EVERYBODY = new AccessToken("p:*");
  static final AccessToken ADMIN = new AccessToken("adm");

  @Override
  public int compareTo(AccessToken other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
