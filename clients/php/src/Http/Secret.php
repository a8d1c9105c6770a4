<?php

declare(strict_types=1);

namespace Vezne\Http;

/**
 * A text that no dump shows: it is kept outside the object.
 *
 * @internal
 */
final class Secret
{
    /** @var \WeakMap<Secret, string>|null */
    private static ?\WeakMap $texts = null;

    public function __construct(#[\SensitiveParameter] string $text)
    {
        /** @var \WeakMap<Secret, string> $texts */
        $texts = self::$texts ?? new \WeakMap();
        $texts[$this] = $text;
        self::$texts = $texts;
    }

    public function reveal(): string
    {
        return self::$texts[$this] ?? '';
    }

    /** @return never */
    public function __serialize(): array
    {
        throw new \LogicException('A client has a key and can not be serialized.');
    }

    public function __clone()
    {
        throw new \LogicException('A secret can not be copied.');
    }
}
