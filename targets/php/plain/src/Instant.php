<?php

declare(strict_types=1);

namespace Plain;

/** Instants as the contract writes them. */
final class Instant
{
    public const FORMAT = 'Y-m-d\TH:i:s.v\Z';

    /** The columns hold UTC: 2020-01-02 03:04:05.678 */
    public static function ofColumn(string $text): string
    {
        return strtr($text, ' ', 'T') . 'Z';
    }
}
