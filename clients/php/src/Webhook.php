<?php

declare(strict_types=1);

namespace Vezne;

use Vezne\Exception\SignatureException;
use Vezne\Type\Event;

/** The signature check of webhooks (Standard Webhooks, `v1`). */
final class Webhook
{
    private const PREFIX = 'whsec_';

    /** More than a sender's number of keys; limits the work that a header can cause. */
    private const MOST_SIGNATURES = 16;

    /**
     * Returns the event of a webhook after a check of its signature.
     *
     * @param array<string, mixed> $headers those of `getallheaders()`, of a framework, or `$_SERVER`
     * @param string $body the body as it arrived: `file_get_contents('php://input')`
     * @param string|list<string> $secrets your webhook secret, or several while one is replaced
     * @param int $tolerance the largest age of a delivery in seconds; retries are signed anew
     * @param int|null $now the present time in seconds since 1970, for tests
     * @throws SignatureException `signature_missing`, `signature_invalid`,
     *     `timestamp_out_of_tolerance` or `unreadable_answer`
     */
    public static function verify(
        array $headers,
        string $body,
        #[\SensitiveParameter]
        string|array $secrets,
        int $tolerance = 300,
        ?int $now = null,
    ): Event {
        $keys = array_map(self::keyOf(...), (array) $secrets);
        $found = self::headersOf($headers);
        $id = $found['webhook-id'] ?? null;
        $timestamp = $found['webhook-timestamp'] ?? null;
        $signatures = $found['webhook-signature'] ?? null;
        if ($id === null || $timestamp === null || $signatures === null) {
            throw new SignatureException(
                'signature_missing',
                'webhook-id, webhook-timestamp and webhook-signature are needed.',
            );
        }
        $isNumber = preg_match('/^\d{1,12}$/D', $timestamp) === 1;
        if (!$isNumber || abs(($now ?? time()) - (int) $timestamp) > $tolerance) {
            throw new SignatureException(
                'timestamp_out_of_tolerance',
                'webhook-timestamp is not that of the present.',
            );
        }
        if (!self::isSigned("$id.$timestamp.$body", $signatures, $keys)) {
            throw new SignatureException(
                'signature_invalid',
                'No signature is one of these secrets over this body.',
            );
        }

        return self::eventOf($id, $body);
    }

    private static function eventOf(string $id, string $body): Event
    {
        $fields = json_decode($body, true);
        try {
            if (is_array($fields) && isset($fields['type'], $fields['timestamp'], $fields['data'])) {
                return Event::of($fields + ['id' => $id]);
            }
        } catch (\TypeError) {
            // The answer is as unreadable as one that is no event.
        }

        throw new SignatureException('unreadable_answer', 'The body is signed, but it is no event.');
    }

    /** @param list<string> $keys */
    private static function isSigned(
        string $text,
        string $header,
        #[\SensitiveParameter]
        array $keys,
    ): bool {
        $isSigned = false;
        $given = array_slice(explode(' ', $header), 0, self::MOST_SIGNATURES);
        foreach ($keys as $key) {
            $expected = 'v1,' . base64_encode(hash_hmac('sha256', $text, $key, true));
            foreach ($given as $signature) {
                $isSigned = hash_equals($expected, $signature) || $isSigned;
            }
        }

        return $isSigned;
    }

    private static function keyOf(#[\SensitiveParameter] string $secret): string
    {
        $isPrefixed = str_starts_with($secret, self::PREFIX);
        $key = base64_decode($isPrefixed ? substr($secret, strlen(self::PREFIX)) : $secret, true);
        if ($key === false || $key === '') {
            throw new \InvalidArgumentException('A webhook secret is whsec_ followed by base64.');
        }

        return $key;
    }

    /**
     * @param array<string, mixed> $headers
     * @return array<string, string>
     */
    private static function headersOf(array $headers): array
    {
        $found = [];
        foreach ($headers as $name => $value) {
            $plain = str_replace('_', '-', strtolower((string) $name));
            $first = is_array($value) ? reset($value) : $value;
            if (is_string($first)) {
                $found[str_starts_with($plain, 'http-') ? substr($plain, 5) : $plain] = $first;
            }
        }

        return $found;
    }
}
