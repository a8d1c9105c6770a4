<?php

declare(strict_types=1);

namespace Vezne\Exception;

/** The service or a proxy in front of it failed, or the answer is not the service's. */
class ServerException extends VezneException
{
}
