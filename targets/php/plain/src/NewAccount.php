<?php

declare(strict_types=1);

namespace Plain;

use DateTimeImmutable;
use DateTimeZone;
use JsonException;

/** The account that a request's body describes. */
final class NewAccount
{
    private function __construct(
        public readonly string $name,
        public readonly string $password,
        public readonly string $nickName,
        public readonly string $introduction,
        public readonly DateTimeImmutable $registerDate,
        public readonly int $status,
    ) {
    }

    public static function read(string $text): self
    {
        try {
            $body = json_decode($text, true, flags: JSON_THROW_ON_ERROR);
        } catch (JsonException $failure) {
            throw new HttpError(400, $failure->getMessage());
        }
        if (!is_array($body)) {
            throw new HttpError(400, 'expected a JSON object');
        }
        foreach (['name', 'password', 'nick_name', 'introduction', 'register_date'] as $key) {
            if (!is_string($body[$key] ?? null)) {
                throw new HttpError(400, "$key: expected a text");
            }
        }
        $registered = date_create_immutable($body['register_date']);
        // PHP also reads texts such as "tomorrow".
        if ($registered === false || !preg_match('/^\d{4}-\d\d-\d\dT/', $body['register_date'])) {
            throw new HttpError(400, 'register_date: expected an instant');
        }
        if (!is_int($body['status'] ?? null)) {
            throw new HttpError(400, 'status: expected a number');
        }
        return new self(
            $body['name'],
            $body['password'],
            $body['nick_name'],
            $body['introduction'],
            $registered->setTimezone(new DateTimeZone('UTC')),
            $body['status'],
        );
    }
}
