<?php

declare(strict_types=1);

namespace Vezne\Exception;

/** No answer arrived (`connection_failed`, `timed_out`); the call may have been executed. */
class NoAnswerException extends VezneException
{
}
