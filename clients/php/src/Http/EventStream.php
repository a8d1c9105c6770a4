<?php

declare(strict_types=1);

namespace Vezne\Http;

use Vezne\Exception\NoAnswerException;
use Vezne\Exception\Problems;
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
     *
     * @param array<string, mixed> $query
     * @return \Generator<int, Event>
     */
    public static function read(Transport $transport, Call $call, array $query): \Generator
    {
        for ($failures = 0;;) {
            try {
                foreach (self::events($transport->open($call, $query, self::SILENCE)) as $event) {
                    $failures = 0;
                    yield $event;
                    $query['after'] = $event->id;
                }
            } catch (NoAnswerException $exception) {
                if (++$failures > $transport->maxRetries) {
                    throw $exception;
                }
            }
            $transport->runtime->pause(self::PAUSE);
        }
    }

    /** @return \Generator<int, Event> */
    private static function events(Response $response): \Generator
    {
        $rest = '';
        foreach ($response->chunks as $chunk) {
            $rest .= $chunk;
            while (($end = strpos($rest, "\n\n")) !== false) {
                $frame = substr($rest, 0, $end);
                $rest = substr($rest, $end + 2);
                if (preg_match('/^data: ?(.*)$/m', $frame, $found) === 1) {
                    yield self::eventOf($found[1], $response);
                }
            }
        }
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
