<?php

declare(strict_types=1);

namespace Vezne\Exception;

/** The session, payment or refund is in a state that does not allow the call (409). */
class ConflictException extends VezneException
{
}
