<?php

declare(strict_types=1);

namespace Plain;

use MongoDB\Driver\Manager;
use MongoDB\Driver\Query;

/** The collection users. */
final class Users
{
    private const TIMEOUTS = ['serverSelectionTimeoutMS' => 3000, 'connectTimeoutMS' => 3000];

    /** @return list<array<string, string>> */
    public function all(): array
    {
        $uri = Database::environment('MONGODB_URI');
        // The extension keeps the connection of a worker for its next request with the same address and settings.
        $manager = new Manager($uri, self::TIMEOUTS);
        $database = ltrim(parse_url($uri, PHP_URL_PATH), '/');
        $found = $manager->executeQuery("$database.users", new Query([], ['sort' => ['_id' => 1]]));
        $users = [];
        foreach ($found as $user) {
            $users[] = [
                'id' => (string) $user->_id,
                'username' => $user->username,
                'created_at' => $user->created_at->toDateTime()->format(Instant::FORMAT),
                'updated_at' => $user->updated_at->toDateTime()->format(Instant::FORMAT),
            ];
        }
        return $users;
    }
}
