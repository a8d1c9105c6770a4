<?php

declare(strict_types=1);

namespace Vezne\Http;

use Vezne\Exception\NoAnswerException;

/**
 * Sends requests by PHP's own streams, over a connection each.
 *
 * @internal
 */
final class StreamSender implements Sender
{
    private const CHUNK = 65_536;

    public function __construct(private readonly ?string $caFile)
    {
    }

    public function send(Request $request): Response
    {
        $context = stream_context_create([
            'http' => [
                'method' => $request->method,
                'header' => [...$request->headerLines(), 'Connection: close'],
                'content' => $request->body?->reveal() ?? '',
                'timeout' => $request->timeout,
                'protocol_version' => 1.1,
                'follow_location' => 0,
                'ignore_errors' => true,
                // PHP's own decoder does not tell a body that was cut from a whole one.
                'auto_decode' => false,
            ],
            'ssl' => [
                'verify_peer' => true,
                'verify_peer_name' => true,
                ...($this->caFile === null ? [] : ['cafile' => $this->caFile]),
            ],
        ]);
        $start = microtime(true);
        $stream = @fopen($request->url, 'rb', false, $context);
        if ($stream === false) {
            throw self::noAnswer(microtime(true) - $start >= $request->timeout, $request->timeout);
        }
        [$status, $headers] = self::headersOf(stream_get_meta_data($stream)['wrapper_data'] ?? []);

        return new Response($status, $headers, self::chunksOf($stream, $headers, $request));
    }

    /**
     * @param resource $stream
     * @param array<string, string> $headers
     * @return \Generator<int, string>
     */
    private static function chunksOf($stream, array $headers, Request $request): \Generator
    {
        $deadline = microtime(true) + $request->timeout;
        $isChunked = strtolower($headers['transfer-encoding'] ?? '') === 'chunked';
        $body = $isChunked ? new ChunkedBody() : null;
        $left = $isChunked ? 0 : (int) ($headers['content-length'] ?? 0);
        try {
            while (!feof($stream) && $body?->isWhole() !== true) {
                $chunk = fread($stream, self::CHUNK);
                $isLate = stream_get_meta_data($stream)['timed_out']
                    || (!$request->isStreamed && microtime(true) > $deadline);
                $text = $chunk === false || $body === null ? $chunk : $body->decode($chunk);
                if (!is_string($text) || $isLate) {
                    throw self::noAnswer($isLate, $request->timeout);
                }
                $left -= strlen($text);
                yield $text;
            }
            if ($body === null ? $left > 0 : !$body->isWhole()) {
                throw self::noAnswer(false, $request->timeout);
            }
        } finally {
            fclose($stream);
        }
    }

    /** @return array{int, array<string, string>} */
    private static function headersOf(mixed $lines): array
    {
        $status = 0;
        $headers = [];
        foreach (is_array($lines) ? $lines : [] as $line) {
            if (preg_match('{^HTTP/[\d.]+ (\d{3})}', $line, $found) === 1) {
                $status = (int) $found[1];
                $headers = [];
            } elseif (str_contains($line, ':')) {
                [$name, $value] = explode(':', $line, 2);
                $headers[strtolower($name)] = trim($value);
            }
        }

        return [$status, $headers];
    }

    private static function noAnswer(bool $isLate, float $timeout): NoAnswerException
    {
        return $isLate
            ? new NoAnswerException('timed_out', "No answer within $timeout s.", retryable: true)
            : new NoAnswerException(
                'connection_failed',
                'The service could not be reached, or the connection broke.',
                retryable: true,
            );
    }
}
