<?php

declare(strict_types=1);

namespace Vezne\Exception;

/** Too many calls (429); `$retryAfter` says when to go on. */
class RateLimitException extends VezneException
{
}
