<?php

declare(strict_types=1);

namespace Vezne\Http;

/**
 * The facts of an operation that all its calls share.
 *
 * @internal
 */
final class Call
{
    public const KEY_IN_HEADER = 'header';
    public const KEY_IN_BODY = 'body';
    public const NO_KEY = 'none';

    /**
     * @param string $key where the key is sent
     * @param bool $isOnce true if the service executes the call once for each idempotency key
     * @param bool $isStyled true if the merchant's settings would change the shape of the answer
     */
    public function __construct(
        public readonly string $method,
        public readonly string $path,
        public readonly string $key = self::KEY_IN_HEADER,
        public readonly bool $isOnce = false,
        public readonly bool $isStyled = false,
    ) {
    }

    /** A part of a path. An empty part or a dot would make another path of it. */
    public static function segment(string|int $value): string
    {
        if (in_array($value, ['', '.', '..'], true)) {
            throw new \InvalidArgumentException('An id must not be empty.');
        }

        return rawurlencode((string) $value);
    }
}
