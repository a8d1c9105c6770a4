<?php

declare(strict_types=1);

namespace Vezne\Http;

use Vezne\Exception\NoAnswerException;

/** Sends one request. The client uses curl, or PHP's streams where that extension is missing. */
interface Sender
{
    /**
     * Returns once the headers have arrived. It follows no redirect and verifies certificates.
     *
     * @throws NoAnswerException
     */
    public function send(Request $request): Response;
}
