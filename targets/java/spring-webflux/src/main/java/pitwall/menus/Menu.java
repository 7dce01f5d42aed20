package pitwall.menus;

import java.time.Instant;

/** A row of sys_menu. The id has more digits than a long. */
public record Menu(String id, String name, int showFlag, Instant createDate, String code, String parentCode) {}
