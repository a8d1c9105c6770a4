<?php

declare(strict_types=1);

namespace Vezne\Exception;

/** A field with an error; the message is the rest of a sentence that begins with the field. */
final class FieldError
{
    public function __construct(
        public readonly string $field,
        public readonly string $message,
    ) {
    }
}
