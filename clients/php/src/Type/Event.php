<?php

declare(strict_types=1);

namespace Vezne\Type;

/** An event. Compare the class, or `$type`; a newer service may send further types. */
abstract class Event extends Answer
{
    public const REQUIRED = ['type', 'timestamp', 'data'];

    /** The same in every delivery of the event, and in the feed. */
    public readonly string $id;

    public readonly string $type;

    /** Time of the event; UTC, ISO 8601. */
    public readonly string $timestamp;

    /** @param array<string, mixed> $fields */
    public static function of(array $fields): self
    {
        $type = $fields['type'] ?? null;
        $class = is_string($type) ? EventTypes::CLASSES[$type] ?? null : null;

        return $class === null ? new UnknownEvent($fields) : new $class($fields);
    }

    /**
     * @return list<Event>
     */
    public static function listFrom(mixed $items): array
    {
        return array_map(self::of(...), array_values(is_array($items) ? $items : []));
    }

    protected function read(#[\SensitiveParameter] array $fields): void
    {
        $this->id = $fields['id'];
        $this->type = $fields['type'];
        $this->timestamp = $fields['timestamp'];
        $this->readData($fields['data']);
    }

    /** @param array<string, mixed> $data */
    abstract protected function readData(array $data): void;
}
