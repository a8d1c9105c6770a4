<?php

declare(strict_types=1);

namespace Vezne\Http;

use Vezne\Exception\Problems;
use Vezne\Exception\VezneException;
use Vezne\NotGiven;
use Vezne\Type\Answer;
use Vezne\Version;

/**
 * Sends calls: the key, retries and errors.
 *
 * @internal
 */
final class Transport
{
    private const FIRST_PAUSE = 0.5;
    private const LONGEST_PAUSE = 8.0;

    /** The longest wait that the service may ask for; if it asks for more, there is no retry. */
    private const PATIENCE = 30.0;

    public function __construct(
        private readonly string $baseUrl,
        private readonly Secret $key,
        public readonly float $timeout,
        public readonly int $maxRetries,
        private readonly Sender $sender,
        public readonly Runtime $runtime,
    ) {
    }

    public function with(?float $timeout, ?int $maxRetries): self
    {
        return new self(
            $this->baseUrl,
            $this->key,
            $timeout ?? $this->timeout,
            $maxRetries ?? $this->maxRetries,
            $this->sender,
            $this->runtime,
        );
    }

    /**
     * Sends a call, again where that is safe, and returns its answer.
     *
     * @template T of Answer
     * @param class-string<T> $class
     * @param array<string, mixed> $query
     * @param array<string, mixed>|null $body
     * @return T
     * @throws VezneException
     */
    public function ask(
        Call $call,
        string $class,
        array $query = [],
        #[\SensitiveParameter]
        ?array $body = null,
        ?string $idempotencyKey = null,
        ?float $timeout = null,
    ): Answer {
        $read = static function (Response $response) use ($class): Answer {
            $fields = json_decode($response->text(), true);
            $isAnswer = is_array($fields)
                && ($class::REQUIRED === [] || array_intersect_key(array_flip($class::REQUIRED), $fields) !== []);
            try {
                return $isAnswer ? new $class($fields) : throw Problems::unreadable($response);
            } catch (\TypeError) {
                throw Problems::unreadable($response);
            }
        };

        return $this->send($this->request($call, $query, $body, $idempotencyKey, $timeout, false), $read);
    }

    /**
     * Returns the answer once its headers have arrived; the caller reads the body.
     *
     * @param array<string, mixed> $query
     * @throws VezneException
     */
    public function open(Call $call, array $query, ?float $silence = null): Response
    {
        $request = $this->request($call, $query, null, null, $silence, true);

        return $this->send($request, static fn (Response $response): Response => $response);
    }

    /**
     * Sends a call that this version of the client does not know.
     *
     * @param array<string, mixed> $query
     * @param array<string, mixed>|null $body
     * @throws VezneException
     */
    public function askAny(
        Call $call,
        array $query,
        #[\SensitiveParameter]
        ?array $body,
        ?string $idempotencyKey,
        ?float $timeout,
    ): mixed {
        $read = static fn (Response $response): mixed => json_decode($response->text(), true);

        return $this->send($this->request($call, $query, $body, $idempotencyKey, $timeout, false), $read);
    }

    /**
     * @param array<string, mixed> $query
     * @param array<string, mixed>|null $body
     */
    private function request(
        Call $call,
        array $query,
        #[\SensitiveParameter]
        ?array $body,
        ?string $idempotencyKey,
        ?float $timeout,
        bool $isStreamed,
    ): KeyedRequest {
        $key = $call->isOnce ? self::sendable($idempotencyKey ?? $this->runtime->newKey()) : null;
        $headers = ['Accept: */*', 'User-Agent: vezne-php/' . Version::NUMBER];
        if ($body !== null) {
            $headers[] = 'Content-Type: application/json';
        }
        if ($call->key === Call::KEY_IN_HEADER) {
            $headers[] = "Authorization: Bearer {$this->key->reveal()}";
        }
        if ($call->isStyled) {
            $headers[] = 'Vezne-Response-Style: flags';
        }
        if ($key !== null) {
            $headers[] = "Idempotency-Key: $key";
        }
        $asked = self::query($query);
        $request = new Request(
            $call->method,
            $this->baseUrl . $call->path . ($asked === '' ? '' : "?$asked"),
            new Secret(implode("\n", $headers)),
            $body === null ? null : new Secret($this->json($call, $body)),
            $timeout ?? $this->timeout,
            $isStreamed,
        );

        return new KeyedRequest($request, $key);
    }

    /** @param array<string, mixed> $fields */
    private function json(Call $call, #[\SensitiveParameter] array $fields): string
    {
        $key = $call->key === Call::KEY_IN_BODY ? ['merchant_api_key' => $this->key->reveal()] : [];
        $flags = JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR;

        return json_encode((object) ($key + self::given($fields)), $flags);
    }

    /**
     * Leaves out the fields that the caller did not give.
     *
     * @param array<string, mixed> $fields
     * @return array<string, mixed>
     */
    public static function given(#[\SensitiveParameter] array $fields): array
    {
        $isGiven = static fn (mixed $value): bool => $value !== null && !$value instanceof NotGiven;

        return array_map(
            static fn (mixed $value): mixed => $value instanceof JsonNull ? null : $value,
            array_filter($fields, $isGiven),
        );
    }

    /** @param array<string, mixed> $fields */
    private static function query(array $fields): string
    {
        $texts = array_map(
            static fn (mixed $value): mixed => is_bool($value) ? ($value ? 'true' : 'false') : $value,
            self::given($fields),
        );

        return http_build_query($texts, '', '&', PHP_QUERY_RFC3986);
    }

    /**
     * @template T
     * @param \Closure(Response): T $take
     * @return T
     */
    private function send(KeyedRequest $keyed, \Closure $take): mixed
    {
        for ($attempt = 0;; ++$attempt) {
            try {
                return $this->sendOnce($keyed->request, $take);
            } catch (VezneException $exception) {
                $exception->idempotencyKey = $keyed->key;
                $pause = self::pause($exception, $attempt, $this->runtime->chance());
                if ($pause === null || $attempt >= $this->maxRetries) {
                    throw $exception;
                }
            }
            $this->runtime->pause($pause);
        }
    }

    /**
     * @template T
     * @param \Closure(Response): T $take
     * @return T
     */
    private function sendOnce(Request $request, \Closure $take): mixed
    {
        $response = $this->sender->send($request);
        if ($response->status >= 200 && $response->status < 300) {
            return $take($response);
        }

        throw Problems::of($response, $response->text(), $this->runtime->now());
    }

    /** The wait before the next try, which grows and has a random part; null if there is none. */
    private static function pause(VezneException $exception, int $attempt, float $chance): ?float
    {
        $asked = $exception->retryAfter ?? 0.0;
        if (!$exception->retryable || $asked > self::PATIENCE) {
            return null;
        }
        $whole = min(self::LONGEST_PAUSE, self::FIRST_PAUSE * 2 ** $attempt);

        return $asked > 0.0 ? $asked + $chance * self::FIRST_PAUSE : $whole * (0.5 + $chance / 2);
    }

    private static function sendable(string $key): string
    {
        if (preg_match('/^[\x21-\x7e]{1,255}$/D', $key) !== 1) {
            throw new \InvalidArgumentException(
                'idempotencyKey must be 1 to 255 visible ASCII characters.',
            );
        }

        return $key;
    }
}
