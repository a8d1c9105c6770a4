<?php

declare(strict_types=1);

namespace Vezne\Http;

/**
 * The part of one answer that curl has received so far.
 *
 * @internal
 */
final class CurlExchange
{
    public int $status = 0;

    /** @var array<string, string> */
    public array $headers = [];

    public bool $hasHeaders = false;

    /** @var list<string> */
    private array $chunks = [];

    private bool $isTaken = false;

    public function takeHeader(\CurlHandle $handle, string $line): int
    {
        $text = trim($line);
        if (preg_match('{^HTTP/[\d.]+ (\d{3})}', $text, $found) === 1) {
            $this->status = (int) $found[1];
            $this->headers = [];
        } elseif ($text === '') {
            // Answers such as 100 and 103 come before the real one.
            $this->hasHeaders = $this->status >= 200;
        } elseif (str_contains($text, ':')) {
            [$name, $value] = explode(':', $text, 2);
            $this->headers[strtolower($name)] = trim($value);
        }

        return strlen($line);
    }

    public function takeChunk(\CurlHandle $handle, string $chunk): int
    {
        $this->chunks[] = $chunk;

        return strlen($chunk);
    }

    /** True once the headers are there, and then whenever more has arrived. */
    public function hasNews(): bool
    {
        return $this->chunks !== [] || ($this->hasHeaders && !$this->isTaken);
    }

    /** @return list<string> what has arrived: at first perhaps an empty text, for the headers */
    public function takeChunks(): array
    {
        $chunks = $this->chunks;
        $this->chunks = [];
        $this->isTaken = true;

        return $chunks === [] ? [''] : $chunks;
    }
}
