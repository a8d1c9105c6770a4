<?php

declare(strict_types=1);

namespace Vezne\Http;

/**
 * @internal
 */
final class Request
{
    /**
     * @param Secret $headers lines of the form `Name: value`, joined by line feeds
     * @param Secret|null $body the JSON text
     * @param float $timeout seconds of the whole exchange, or of a silence if the answer streams
     */
    public function __construct(
        public readonly string $method,
        public readonly string $url,
        public readonly Secret $headers,
        public readonly ?Secret $body,
        public readonly float $timeout,
        public readonly bool $isStreamed,
    ) {
    }

    /** @return list<string> */
    public function headerLines(): array
    {
        return explode("\n", $this->headers->reveal());
    }
}
