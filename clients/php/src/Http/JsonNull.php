<?php

declare(strict_types=1);

namespace Vezne\Http;

use Vezne\NotGiven;

/**
 * A field that is sent as `null`; null itself means that the field is left out.
 *
 * @internal
 */
final class JsonNull
{
    /** The value of a field to which null has a meaning of its own. */
    public static function orValue(mixed $value): mixed
    {
        return $value === null ? new self() : ($value instanceof NotGiven ? null : $value);
    }
}
