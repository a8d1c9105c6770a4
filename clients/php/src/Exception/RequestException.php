<?php

declare(strict_types=1);

namespace Vezne\Exception;

/** The request is wrong (4xx). */
class RequestException extends VezneException
{
}
