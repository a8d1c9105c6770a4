<?php

declare(strict_types=1);

namespace Vezne\Exception;

/** The key is missing or invalid (401), or lacks the right that the call needs (403). */
class AuthenticationException extends VezneException
{
}
