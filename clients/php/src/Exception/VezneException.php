<?php

declare(strict_types=1);

namespace Vezne\Exception;

/** The base of all exceptions of calls. None has a key, a card number or the body of a request. */
class VezneException extends \RuntimeException
{
    /** The key of the call: another call with it has the result of this one, if this one arrived. */
    public ?string $idempotencyKey = null;

    /**
     * @param string $errorCode the code on which to base decisions; it never changes
     * @param string $detail an explanation for people
     * @param int|null $status the HTTP status; null if there was no answer
     * @param list<FieldError> $errors the fields with errors, if any
     * @param string|null $requestId finds the call in the service's log
     * @param bool $retryable true if the same call may succeed later
     * @param float|null $retryAfter the seconds that the service asks to wait
     * @param array<string, mixed> $problem all members of the answer, such as `order_id`
     */
    final public function __construct(
        public readonly string $errorCode,
        public readonly string $detail,
        public readonly ?int $status = null,
        public readonly array $errors = [],
        public readonly ?string $requestId = null,
        public readonly bool $retryable = false,
        public readonly ?float $retryAfter = null,
        public readonly array $problem = [],
        ?\Throwable $previous = null,
    ) {
        parent::__construct("$errorCode: $detail", 0, $previous);
    }
}
