<?php

declare(strict_types=1);

namespace Vezne\Http;

/**
 * An answer whose headers have arrived; its body arrives while it is read.
 *
 * @internal
 */
final class Response
{
    /**
     * @param array<string, string> $headers by names in lower case
     * @param \Iterator<int, string> $chunks
     */
    public function __construct(
        public readonly int $status,
        public readonly array $headers,
        public readonly \Iterator $chunks,
    ) {
    }

    public function header(string $name): ?string
    {
        return $this->headers[$name] ?? null;
    }

    public function text(): string
    {
        $text = '';
        foreach ($this->chunks as $chunk) {
            $text .= $chunk;
        }

        return $text;
    }
}
