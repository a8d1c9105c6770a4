<?php

// A test program of its own, because PHPUnit is not everywhere.

declare(strict_types=1);

require dirname(__DIR__) . '/autoload.php';

/** @var list<string> $failures */
$failures = [];
$count = 0;

function same(mixed $wanted, mixed $had, string $name): void
{
    global $failures, $count;
    ++$count;
    if ($wanted !== $had) {
        $failures[] = "$name: wanted " . var_export($wanted, true) . ', had ' . var_export($had, true);
    }
}

function absent(string $text, string $place, string $name): void
{
    same(false, str_contains($place, $text), $name);
}

/** The exception of a call. */
function caught(callable $call): ?Throwable
{
    try {
        $call();
    } catch (Throwable $exception) {
        return $exception;
    }

    return null;
}

/** Prints the failures and ends the program. */
function finish(): never
{
    global $failures, $count;
    foreach ($failures as $failure) {
        fwrite(STDERR, "$failure\n");
    }
    echo $failures === [] ? "$count checks passed\n" : count($failures) . " of $count checks failed\n";
    exit($failures === [] ? 0 : 1);
}
