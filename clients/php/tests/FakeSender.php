<?php

declare(strict_types=1);

use Vezne\Exception\NoAnswerException;
use Vezne\Http\Request;
use Vezne\Http\Response;
use Vezne\Http\Runtime;
use Vezne\Http\Sender;

/**
 * Answers with prepared answers of [status, headers, body], or with an exception. A body that is a
 * function returns the parts of the text, and may throw.
 */
final class FakeSender implements Sender
{
    /** @var list<Request> */
    public array $requests = [];

    /** @param list<array{int, array<string, string>, mixed}|NoAnswerException> $answers */
    public function __construct(private array $answers)
    {
    }

    public function send(Request $request): Response
    {
        $this->requests[] = $request;
        $answer = count($this->answers) > 1 ? array_shift($this->answers) : $this->answers[0];
        if ($answer instanceof NoAnswerException) {
            throw new NoAnswerException($answer->errorCode, $answer->detail, retryable: true);
        }
        [$status, $headers, $body] = $answer;
        if ($body instanceof Closure) {
            return new Response($status, $headers, $body());
        }
        $text = is_string($body) ? $body : json_encode($body, JSON_THROW_ON_ERROR);

        return new Response($status, $headers, new ArrayIterator(str_split($text, 7)));
    }

    public function header(int $at, string $name): ?string
    {
        foreach ($this->requests[$at]->headerLines() as $line) {
            if (str_starts_with($line, "$name: ")) {
                return substr($line, strlen($name) + 2);
            }
        }

        return null;
    }

    public function body(int $at): string
    {
        return $this->requests[$at]->body?->reveal() ?? '';
    }
}

/** Pauses that take no time. */
final class FakeRuntime extends Runtime
{
    /** @var list<float> */
    public array $pauses = [];

    public function chance(): float
    {
        return 1.0;
    }

    public function pause(float $seconds): void
    {
        $this->pauses[] = $seconds;
    }
}
