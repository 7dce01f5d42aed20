package pitwall.menus;

import java.time.Instant;

/** A row of sys_menu, its components in the order of the query's columns. The id has more digits than a long. */
public record Menu(String id, String name, int showFlag, Instant createDate, String code, String parentCode) {}
