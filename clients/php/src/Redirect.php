<?php

declare(strict_types=1);

namespace Vezne;

use Vezne\Exception\SignatureException;

/** The signed parameters of the address to which a customer returned. */
final class Redirect
{
    /** The parameters that the service always adds, and the one that it may add. */
    private const ADDED = [
        'success' => [['order_id', 'status', 'session_id'], 'metadata'],
        'failed' => [['status', 'session_id', 'code'], 'order_id'],
    ];

    /**
     * @param string $status `success` or `failed`
     * @param string|null $orderId the payment; null if there was none, or the session expired
     * @param string|null $code the reason of a failure
     * @param array<string, mixed>|null $metadata null if it would have made the address too long
     */
    private function __construct(
        public readonly string $status,
        public readonly string $sessionId,
        public readonly ?string $orderId,
        public readonly ?string $code,
        public readonly ?array $metadata,
    ) {
    }

    /**
     * Checks the signature of the address to which a customer returned.
     *
     * @param string|array<string, mixed> $source the address, its query, or `$_GET`
     * @param string|list<string> $secret your webhook secret, whole, with its `whsec_`, or several
     *     while one is being replaced
     * @throws SignatureException `signature_missing` or `signature_invalid`
     */
    public static function verify(
        string|array $source,
        #[\SensitiveParameter]
        string|array $secret,
    ): self {
        $secrets = (array) $secret;
        if (in_array('', $secrets, true)) {
            throw new \InvalidArgumentException('A webhook secret is whsec_ followed by base64.');
        }
        $fields = self::fieldsOf($source);
        $added = self::ADDED[$fields['status'] ?? ''] ?? null;
        if ($added === null || !isset($fields['signature'])) {
            throw new SignatureException(
                'signature_missing',
                'The address has no status and signature of the service.',
            );
        }
        [$always, $perhaps] = $added;
        foreach ([[...$always, $perhaps], $always] as $names) {
            $signed = array_intersect_key($fields, array_flip($names));
            ksort($signed, SORT_STRING);
            $text = self::signedText($signed);
            foreach ($secrets as $key) {
                $expected = hash_hmac('sha256', $text, $key);
                if (hash_equals($expected, strtolower($fields['signature']))) {
                    return self::read($signed);
                }
            }
        }

        throw new SignatureException(
            'signature_invalid',
            'The signature of the address is not that of the service.',
        );
    }

    /**
     * The parameters; of several with one name the last, because the merchant's own address may
     * have some of these names, and the service's stand behind them.
     *
     * @param string|array<string, mixed> $source
     * @return array<string, string>
     */
    private static function fieldsOf(string|array $source): array
    {
        $fields = [];
        if (is_array($source)) {
            foreach ($source as $name => $value) {
                $last = is_array($value) ? end($value) : $value;
                if (is_scalar($last)) {
                    $fields[$name] = (string) $last;
                }
            }

            return $fields;
        }
        $address = explode('#', $source, 2)[0];
        $query = str_contains($address, '?') ? explode('?', $address, 2)[1] : $address;
        foreach (explode('&', $query) as $pair) {
            [$name, $value] = [...explode('=', $pair, 2), ''];
            $fields[urldecode($name)] = urldecode($value);
        }

        return $fields;
    }

    /**
     * A label, and a line for each parameter with the bytes of its value in hex.
     *
     * @param array<string, string> $signed
     */
    private static function signedText(array $signed): string
    {
        $lines = ['vezne-redirect'];
        foreach ($signed as $name => $value) {
            $lines[] = "$name=" . bin2hex($value);
        }

        return implode("\n", $lines);
    }

    /** @param array<string, string> $signed */
    private static function read(array $signed): self
    {
        $metadata = json_decode($signed['metadata'] ?? '', true);

        return new self(
            $signed['status'] ?? '',
            $signed['session_id'] ?? '',
            $signed['order_id'] ?? null,
            $signed['code'] ?? null,
            is_array($metadata) ? $metadata : null,
        );
    }
}
