<?php

declare(strict_types=1);

namespace Vezne\Http;

use Vezne\Exception\NoAnswerException;

/**
 * Sends requests by curl, over connections that stay open between calls.
 *
 * @internal
 */
final class CurlSender implements Sender
{
    private const CONNECT_SECONDS = 10.0;

    /** Errors that another try would repeat: those of the server's certificate. */
    private const LASTING = [CURLE_SSL_CACERT, CURLE_SSL_PEER_CERTIFICATE, CURLE_SSL_CACERT_BADFILE];

    private ?\CurlMultiHandle $multi = null;

    private int $process = 0;

    /** @var array<int, int> the results of finished transfers by handle */
    private array $results = [];

    public function __construct(private readonly ?string $caFile)
    {
    }

    public function send(Request $request): Response
    {
        $exchange = new CurlExchange();
        $handle = $this->handleOf($request, $exchange);
        $chunks = $this->transfer($handle, $exchange, $request->timeout);
        // Runs the transfer up to its first chunk, when the headers are there.
        $chunks->rewind();

        return new Response($exchange->status, $exchange->headers, $chunks);
    }

    private function handleOf(Request $request, CurlExchange $exchange): \CurlHandle
    {
        $handle = curl_init();
        $timeout = (int) ceil($request->timeout * 1000);
        $options = [
            CURLOPT_URL => $request->url,
            CURLOPT_CUSTOMREQUEST => $request->method,
            CURLOPT_HTTPHEADER => [...$request->headerLines(), 'Expect:'],
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_SSL_VERIFYPEER => true,
            CURLOPT_SSL_VERIFYHOST => 2,
            CURLOPT_NOSIGNAL => true,
            CURLOPT_CONNECTTIMEOUT_MS => (int) min($timeout, self::CONNECT_SECONDS * 1000),
            CURLOPT_HEADERFUNCTION => $exchange->takeHeader(...),
            CURLOPT_WRITEFUNCTION => $exchange->takeChunk(...),
        ];
        if (!$request->isStreamed) {
            $options[CURLOPT_TIMEOUT_MS] = $timeout;
        }
        if ($request->body !== null) {
            $options[CURLOPT_POSTFIELDS] = $request->body->reveal();
        }
        if ($this->caFile !== null) {
            $options[CURLOPT_CAINFO] = $this->caFile;
        }
        curl_setopt_array($handle, $options);

        return $handle;
    }

    /** @return \Generator<int, string> */
    private function transfer(\CurlHandle $handle, CurlExchange $exchange, float $timeout): \Generator
    {
        $multi = $this->multi();
        $id = spl_object_id($handle);
        curl_multi_add_handle($multi, $handle);
        try {
            $quietSince = microtime(true);
            do {
                $result = $this->advance($multi, $id);
                if ($exchange->hasNews()) {
                    yield from $exchange->takeChunks();
                    $quietSince = microtime(true);
                }
                if ($result === null && microtime(true) - $quietSince > $timeout) {
                    $result = CURLE_OPERATION_TIMEOUTED;
                }
            } while ($result === null);
            if ($result !== CURLE_OK) {
                throw $this->noAnswer($result, $timeout);
            }
        } finally {
            unset($this->results[$id]);
            curl_multi_remove_handle($multi, $handle);
        }
    }

    /** Lets curl work until something happens; returns the result of a transfer that has ended. */
    private function advance(\CurlMultiHandle $multi, int $id): ?int
    {
        curl_multi_exec($multi, $running);
        while (($message = curl_multi_info_read($multi)) !== false) {
            $this->results[spl_object_id($message['handle'])] = $message['result'];
        }
        if (!isset($this->results[$id]) && curl_multi_select($multi, 1.0) === -1) {
            usleep(1_000);
        }

        return $this->results[$id] ?? null;
    }

    /** A forked process must not use the connections of its parent. */
    private function multi(): \CurlMultiHandle
    {
        $process = (int) getmypid();
        if ($this->multi === null || $this->process !== $process) {
            $this->multi = curl_multi_init();
            $this->process = $process;
            $this->results = [];
        }

        return $this->multi;
    }

    private function noAnswer(int $result, float $timeout): NoAnswerException
    {
        if ($result === CURLE_OPERATION_TIMEOUTED) {
            return new NoAnswerException('timed_out', "No answer within $timeout s.", retryable: true);
        }
        if (in_array($result, self::LASTING, true)) {
            return new NoAnswerException(
                'connection_failed',
                "The server's certificate is not valid, or not by a known authority (caFile).",
            );
        }

        return new NoAnswerException(
            'connection_failed',
            "The service could not be reached, or the connection broke (curl error $result).",
            retryable: true,
        );
    }
}
