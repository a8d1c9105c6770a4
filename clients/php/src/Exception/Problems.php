<?php

declare(strict_types=1);

namespace Vezne\Exception;

use Vezne\Http\Response;

/**
 * Makes exceptions of answers.
 *
 * @internal
 */
final class Problems
{
    /** Problems without a code: those of session creation, and those of proxies. */
    private const CODES = [
        400 => 'validation_failed',
        401 => 'invalid_api_key',
        404 => 'not_found',
        413 => 'body_too_large',
        415 => 'unsupported_media_type',
        429 => 'rate_limited',
        500 => 'internal_error',
    ];

    /** Limits, restarts, and proxies without a service behind them. */
    private const PASSING = [429, 502, 503, 504];

    /** The exception of a problem document (RFC 9457), or of an answer with a `detail` only. */
    public static function of(Response $response, string $text, int $now): VezneException
    {
        $status = $response->status;
        $value = json_decode($text, true);
        $problem = is_array($value) ? $value : [];
        $code = $problem['code'] ?? null;
        $code = is_string($code) ? $code : self::CODES[$status] ?? 'unreadable_answer';
        $detail = $problem['detail'] ?? null;
        $class = self::classOf($status);

        return new $class(
            $code,
            is_string($detail) ? $detail : "The service answered $status.",
            status: $status,
            errors: self::fieldErrors($problem['errors'] ?? null),
            requestId: $response->header('x-request-id'),
            retryable: in_array($status, self::PASSING, true) || $code === 'idempotency_key_in_use',
            retryAfter: self::seconds($response->header('retry-after'), $now),
            problem: $problem,
        );
    }

    public static function unreadable(Response $response): ServerException
    {
        return new ServerException(
            'unreadable_answer',
            'The answer is not one of this service; is the base URL right?',
            status: $response->status,
            requestId: $response->header('x-request-id'),
        );
    }

    /** @return class-string<VezneException> */
    private static function classOf(int $status): string
    {
        return match ($status) {
            401, 403 => AuthenticationException::class,
            404 => NotFoundException::class,
            409 => ConflictException::class,
            429 => RateLimitException::class,
            default => $status < 500 ? RequestException::class : ServerException::class,
        };
    }

    /** @return list<FieldError> */
    private static function fieldErrors(mixed $errors): array
    {
        $found = [];
        foreach (is_array($errors) ? $errors : [] as $error) {
            if (is_array($error) && is_string($error['field'] ?? null)) {
                $message = $error['message'] ?? '';
                $found[] = new FieldError($error['field'], is_string($message) ? $message : '');
            }
        }

        return $found;
    }

    /** The header is a number of seconds or a date (RFC 9110, 10.2.3). */
    private static function seconds(?string $header, int $now): ?float
    {
        if ($header === null) {
            return null;
        }
        if (preg_match('/^\d{1,9}$/D', $header) === 1) {
            return (float) $header;
        }
        $at = strtotime($header);

        return $at === false ? null : (float) max(0, $at - $now);
    }
}
