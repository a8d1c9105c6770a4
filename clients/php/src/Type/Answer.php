<?php

declare(strict_types=1);

namespace Vezne\Type;

/**
 * An answer of the service, or a part of one, that can't be changed. A field that the service left
 * out is null. `toArray()` has fields of newer versions of the service as well.
 */
abstract class Answer implements \JsonSerializable
{
    /** Fields that no dump shows. */
    protected const SECRETS = [];

    /** Fields of every answer, by which the answer of another program is detected. */
    public const REQUIRED = [];

    /** @var array<string, mixed> */
    private readonly array $fields;

    /** @param array<string, mixed> $fields */
    final public function __construct(#[\SensitiveParameter] array $fields)
    {
        $this->fields = $fields;
        $this->read($fields);
    }

    /** @param array<string, mixed> $fields */
    abstract protected function read(#[\SensitiveParameter] array $fields): void;

    /** @return array<string, mixed> the JSON object as it arrived */
    public function toArray(): array
    {
        return $this->fields;
    }

    public function jsonSerialize(): mixed
    {
        return (object) $this->fields;
    }

    /** @return array<string, mixed> what `var_dump` and `print_r` show */
    public function __debugInfo(): array
    {
        $shown = get_object_vars($this);
        unset($shown['fields']);
        foreach (static::SECRETS as $name) {
            if (isset($shown[$name])) {
                $shown[$name] = '…';
            }
        }

        return $shown;
    }

    /**
     * @template T of Answer
     * @param class-string<T> $class
     * @return list<T>
     */
    protected static function listOf(string $class, mixed $items): array
    {
        return array_values(self::mapOf($class, $items));
    }

    /**
     * @template T of Answer
     * @param class-string<T> $class
     * @return array<string, T>
     */
    protected static function mapOf(string $class, mixed $items): array
    {
        return array_map(
            static fn (array $item): Answer => new $class($item),
            is_array($items) ? $items : [],
        );
    }
}
