<?php

declare(strict_types=1);

namespace Plain;

use PDO;

/** The table sys_menu. */
final class Menus
{
    private const FIRST =
        'select id, name, show_flag, create_date, code, parent_code from sys_menu order by id limit ?';

    /** @return list<array<string, mixed>> */
    public function first(int $limit): array
    {
        $query = Database::postgresql()->prepare(self::FIRST);
        $query->bindValue(1, $limit, PDO::PARAM_INT);
        $query->execute();
        $rows = $query->fetchAll();
        foreach ($rows as &$row) {
            $row['create_date'] = Instant::ofColumn($row['create_date']);
        }
        return $rows;
    }
}
