<?php

declare(strict_types=1);

namespace Vezne;

use Vezne\Http\Call;
use Vezne\Http\CurlSender;
use Vezne\Http\Runtime;
use Vezne\Http\Secret;
use Vezne\Http\Sender;
use Vezne\Http\StreamSender;
use Vezne\Http\Transport;

/** The common part of the clients of merchants and of operators. */
abstract class Connection
{
    private Transport $transport;

    /**
     * @param string $apiKey the key, which decides between test and live
     * @param string|null $baseUrl the address of the service; by default the variable `VEZNE_URL`
     * @param float $timeout seconds of one try; banks may answer slowly
     * @param int $maxRetries the number of times that a call is sent again
     * @param string|null $caFile the certificates of a private authority (PEM)
     */
    final public function __construct(
        #[\SensitiveParameter]
        string $apiKey,
        ?string $baseUrl = null,
        float $timeout = 60.0,
        int $maxRetries = 3,
        ?string $caFile = null,
        ?Sender $sender = null,
        ?Runtime $runtime = null,
    ) {
        $key = trim($apiKey);
        if (preg_match('/^[\x21-\x7e]+$/D', $key) !== 1) {
            throw new \InvalidArgumentException(
                'apiKey must be a key alone: visible ASCII characters, no blanks.',
            );
        }
        $address = $baseUrl ?? (getenv('VEZNE_URL') ?: '');
        if (preg_match('{^https?://[^/@?#\s]+(/[^?#\s]*)?$}Di', $address) !== 1) {
            throw new \InvalidArgumentException(
                'baseUrl, or the environment variable VEZNE_URL, must be an http or https address.',
            );
        }
        $hasCurl = \extension_loaded('curl');
        $this->transport = new Transport(
            rtrim($address, '/'),
            new Secret($key),
            $timeout,
            $maxRetries,
            $sender ?? ($hasCurl ? new CurlSender($caFile) : new StreamSender($caFile)),
            $runtime ?? new Runtime(),
        );
        $this->bind($this->transport);
    }

    /** A client with other limits, which uses the same connections. */
    public function withOptions(?float $timeout = null, ?int $maxRetries = null): static
    {
        $other = clone $this;
        $other->transport = $this->transport->with($timeout, $maxRetries);
        $other->bind($other->transport);

        return $other;
    }

    /**
     * Sends a call that this version of the client does not know; returns the JSON value.
     *
     * @param array<string, mixed> $query
     * @param array<string, mixed>|null $body
     */
    public function request(
        string $method,
        string $path,
        array $query = [],
        #[\SensitiveParameter]
        ?array $body = null,
        ?string $idempotencyKey = null,
        ?float $timeout = null,
    ): mixed {
        $verb = strtoupper($method);
        $call = new Call($verb, $path, isOnce: $verb === 'POST');

        return $this->transport->askAny($call, $query, $body, $idempotencyKey, $timeout);
    }

    /** Makes the groups of methods. */
    abstract protected function bind(Transport $transport): void;
}
