<?php

declare(strict_types=1);

namespace Plain;

use DateTimeImmutable;
use DateTimeZone;
use PDO;

/** The table accounts. */
final class Accounts
{
    private const COLUMNS =
        'id, created_at, updated_at, register_date, name, nick_name, introduction, status';
    private const INSERT = <<<'SQL'
        insert into accounts
          (created_at, updated_at, register_date, name, password, nick_name, introduction, status)
          values (?, ?, ?, ?, ?, ?, ?, ?)
        SQL;

    private PDO $database;

    public function __construct()
    {
        $this->database = Database::mysql();
    }

    /** @return list<array<string, mixed>> */
    public function all(): array
    {
        $rows = $this->database->query('select ' . self::COLUMNS . ' from accounts order by id');
        return array_map(self::shown(...), $rows->fetchAll());
    }

    /** @return array<string, mixed>|null */
    public function find(int $id): ?array
    {
        $query = $this->database->prepare('select ' . self::COLUMNS . ' from accounts where id = ?');
        $query->bindValue(1, $id, PDO::PARAM_INT);
        $query->execute();
        $row = $query->fetch();
        return $row === false ? null : self::shown($row);
    }

    /** @return array<string, mixed> */
    public function add(NewAccount $account): array
    {
        // The columns are of type datetime(3).
        $now = (new DateTimeImmutable('now', new DateTimeZone('UTC')))->format('Y-m-d H:i:s.v');
        $registered = $account->registerDate->format('Y-m-d H:i:s.v');
        $this->database->prepare(self::INSERT)->execute([
            $now, $now, $registered, $account->name, $account->password, $account->nickName,
            $account->introduction, $account->status,
        ]);
        return self::shown([
            'id' => (int) $this->database->lastInsertId(),
            'created_at' => $now,
            'updated_at' => $now,
            'register_date' => $registered,
            'name' => $account->name,
            'nick_name' => $account->nickName,
            'introduction' => $account->introduction,
            'status' => $account->status,
        ]);
    }

    /**
     * @param array<string, mixed> $row
     * @return array<string, mixed>
     */
    private static function shown(array $row): array
    {
        foreach (['created_at', 'updated_at', 'register_date'] as $column) {
            $row[$column] = Instant::ofColumn($row[$column]);
        }
        return $row;
    }
}
