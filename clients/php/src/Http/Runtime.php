<?php

declare(strict_types=1);

namespace Vezne\Http;

/** The clock, the chance and the pauses between retries; tests have others. */
class Runtime
{
    public function now(): int
    {
        return time();
    }

    /** From 0 up to 1. */
    public function chance(): float
    {
        return mt_rand() / mt_getrandmax();
    }

    public function pause(float $seconds): void
    {
        usleep((int) ($seconds * 1_000_000));
    }

    public function newKey(): string
    {
        return bin2hex(random_bytes(16));
    }
}
