<?php

declare(strict_types=1);

namespace Vezne\Http;

use Vezne\Exception\Problems;
use Vezne\Exception\VezneException;
use Vezne\Type\Event;

/**
 * Reads server-sent events.
 *
 * @internal
 */
final class EventStream
{
    /** The service sends a heartbeat every 15 seconds. */
    private const SILENCE = 45.0;
    private const PAUSE = 2.0;

    /**
     * Yields events without an end. A connection that breaks is made again behind the last event.
     * If the service was restored from a backup that lacks that event, the stream goes on behind the
     * last event of the backup, and PHP's error log says so. An exception is thrown once no
     * connection could be made several times in a row.
     *
     * @param array<string, mixed> $query
     * @return \Generator<int, Event>
     */
    public static function read(Transport $transport, Call $call, array $query): \Generator
    {
        for ($failures = 0;;) {
            try {
                foreach (self::frames($transport->open($call, $query, self::SILENCE)) as [$id, $event]) {
                    $failures = 0;
                    if ($event !== null) {
                        yield $event;
                    }
                    $query['after'] = $id ?? $query['after'] ?? null;
                }
            } catch (VezneException $exception) {
                $place = $exception->problem['after'] ?? null;
                if ($exception->errorCode === 'event_not_in_feed' && is_string($place) && $place !== ($query['after'] ?? null)) {
                    error_log("vezne: {$exception->detail}");
                    $query['after'] = $place;
                    continue;
                }
                if (!$exception->retryable || ++$failures > $transport->maxRetries) {
                    throw $exception;
                }
            }
            $transport->runtime->pause(self::PAUSE);
        }
    }

    /**
     * Yields the id and the event of each frame. The first frame has the id of the place at which
     * the stream begins, and no event; a heartbeat has neither.
     *
     * @return \Generator<int, array{string|null, Event|null}>
     */
    private static function frames(Response $response): \Generator
    {
        $rest = '';
        foreach ($response->chunks as $chunk) {
            $rest .= $chunk;
            while (($end = strpos($rest, "\n\n")) !== false) {
                $frame = substr($rest, 0, $end);
                $rest = substr($rest, $end + 2);
                $data = self::fieldOf('data', $frame);
                $event = $data === null ? null : self::eventOf($data, $response);
                yield [$event?->id ?? self::fieldOf('id', $frame), $event];
            }
        }
    }

    private static function fieldOf(string $name, string $frame): ?string
    {
        return preg_match("/^$name: ?(.*)$/m", $frame, $found) === 1 ? $found[1] : null;
    }

    private static function eventOf(string $text, Response $response): Event
    {
        $fields = json_decode($text, true);
        try {
            if (is_array($fields) && isset($fields['id'], $fields['type'], $fields['timestamp'], $fields['data'])) {
                return Event::of($fields);
            }
        } catch (\TypeError) {
            // A field has another type than every version of the service gives it.
        }

        throw Problems::unreadable($response);
    }
}
