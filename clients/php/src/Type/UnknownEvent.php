<?php

declare(strict_types=1);

namespace Vezne\Type;

/** An event of a type that this version of the client does not know. */
final class UnknownEvent extends Event
{
    /** @var array<string, mixed> */
    public readonly array $data;

    protected function readData(array $data): void
    {
        $this->data = $data;
    }
}
