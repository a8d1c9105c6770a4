<?php

declare(strict_types=1);

namespace Vezne\Http;

/**
 * A request with the idempotency key that all its retries carry.
 *
 * @internal
 */
final class KeyedRequest
{
    public function __construct(
        public readonly Request $request,
        public readonly ?string $key,
    ) {
    }
}
