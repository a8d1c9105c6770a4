<?php

declare(strict_types=1);

namespace Vezne\Exception;

/** A webhook or a return URL without a valid, recent signature. */
class SignatureException extends VezneException
{
}
