<?php

declare(strict_types=1);

namespace Vezne;

use Vezne\Api\MerchantApi;

/** The interface for merchants. Keep it on your server: it holds your API key. */
final class Client extends Connection
{
    use MerchantApi;
}
