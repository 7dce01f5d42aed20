<?php

declare(strict_types=1);

namespace Plain;

use PDO;
use RuntimeException;

/** Connections that a worker opens at its first query and keeps. */
final class Database
{
    private const TIMEOUT_SECONDS = 3;

    public static function mysql(): PDO
    {
        $dsn = sprintf(
            'mysql:host=%s;port=%s;dbname=%s;charset=utf8mb4',
            self::environment('MYSQL_HOST'),
            getenv('MYSQL_PORT'),
            getenv('MYSQL_DATABASE'),
        );
        return self::connect($dsn, getenv('MYSQL_USER'), getenv('MYSQL_PASSWORD'), []);
    }

    /** libpq reads the address from the environment. */
    public static function postgresql(): PDO
    {
        self::environment('PGHOST');
        // A statement lives for one request: to prepare it by itself would take two more round trips.
        return self::connect('pgsql:', null, null, [PDO::PGSQL_ATTR_DISABLE_PREPARES => true]);
    }

    public static function environment(string $name): string
    {
        return getenv($name) ?: throw new RuntimeException("no database: $name is not set");
    }

    /** @param array<int, mixed> $options */
    private static function connect(string $dsn, ?string $user, ?string $password, array $options): PDO
    {
        return new PDO($dsn, $user, $password, $options + [
            PDO::ATTR_PERSISTENT => true,
            PDO::ATTR_TIMEOUT => self::TIMEOUT_SECONDS,
            PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_ASSOC,
        ]);
    }
}
