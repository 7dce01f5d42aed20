package pitwall.shared;

public record Asset(int id, String name, String desc) {}
