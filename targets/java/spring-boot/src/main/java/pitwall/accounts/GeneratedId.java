package pitwall.accounts;

/** Where the id is put that the database gave a new row. */
public class GeneratedId {
  private long value;

  public long getValue() {
    return value;
  }

  public void setValue(long value) {
    this.value = value;
  }
}
