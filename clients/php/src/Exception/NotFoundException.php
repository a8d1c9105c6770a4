<?php

declare(strict_types=1);

namespace Vezne\Exception;

/** The request names a record that does not exist (404). */
class NotFoundException extends RequestException
{
}
