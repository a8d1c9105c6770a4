<?php

declare(strict_types=1);

namespace Vezne;

use Vezne\Api\OperatorApi;

/** The administration interface, by an operator key and at the service's admin address. */
final class AdminClient extends Connection
{
    use OperatorApi;
}
