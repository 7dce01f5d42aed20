<?php

declare(strict_types=1);

namespace Plain;

use RuntimeException;

/** An error that is answered with its status. */
final class HttpError extends RuntimeException
{
    public function __construct(int $status, string $message)
    {
        parent::__construct($message, $status);
    }
}
