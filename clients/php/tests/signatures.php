<?php

declare(strict_types=1);

use Vezne\Exception\SignatureException;
use Vezne\Redirect;
use Vezne\Type\PaymentEvent;
use Vezne\Type\RefundEvent;
use Vezne\Type\UnknownEvent;
use Vezne\Webhook;

require __DIR__ . '/check.php';

$text = (string) file_get_contents(dirname(__DIR__, 2) . '/signature-vectors.json');
['webhooks' => $webhooks, 'redirects' => $redirects] = json_decode($text, true, flags: JSON_THROW_ON_ERROR);

/** @return array{string, mixed} */
function outcome(callable $verify): array
{
    try {
        return ['verified', $verify()];
    } catch (SignatureException $exception) {
        return [$exception->errorCode, null];
    }
}

$verify = static fn (array $one): array => outcome(static fn () => Webhook::verify(
    $one['headers'],
    $one['body'],
    $one['secrets'],
    $one['tolerance'],
    $one['now'],
));

foreach ($webhooks as $one) {
    [$code, $event] = $verify($one);
    same($one['expected'], $code, "webhook: {$one['name']}");
    same($event === null ? null : 'evt_1', $event?->id, "id of webhook: {$one['name']}");
}
[[, $payment], [, $refund], [, $unknown]] = array_map($verify, array_slice($webhooks, 0, 3));
same(true, $payment instanceof PaymentEvent, 'class of a payment');
same('ORD-1', $payment->data->orderId, 'data of a payment');
same(['note' => 'Çay'], $payment->data->metadata, 'metadata of a payment');
same(true, $refund instanceof RefundEvent, 'class of a refund');
same(true, $unknown instanceof UnknownEvent, 'class of an unknown event');
same(['order_id' => 'ORD-1'], $unknown->data, 'data of an unknown event');

$server = ['REQUEST_METHOD' => 'POST', 'argc' => 0];
foreach ($webhooks[0]['headers'] as $name => $value) {
    $server['HTTP_' . strtoupper(str_replace('-', '_', $name))] = $value;
}
same('verified', $verify(['headers' => $server] + $webhooks[0])[0], 'headers of $_SERVER');
foreach (['whsec_', 'geheim!'] as $secret) {
    $exception = caught(static fn () => Webhook::verify($webhooks[0]['headers'], '', $secret));
    same(InvalidArgumentException::class, $exception === null ? null : $exception::class, 'malformed secret');
}

$exception = caught(static fn () => Webhook::verify($webhooks[0]['headers'], '', null));
same(true, $exception instanceof TypeError, 'no secret');

foreach ($redirects as $one) {
    [$code, $found] = outcome(
        static fn () => Redirect::verify($one['address'], $one['secret']),
    );
    same($one['expected'], $code, "redirect: {$one['name']}");
    if ($found !== null) {
        $said = array_filter([
            'status' => $found->status,
            'session_id' => $found->sessionId,
            'order_id' => $found->orderId,
            'code' => $found->code,
            'metadata' => $found->metadata,
        ], static fn (mixed $value): bool => $value !== null);
        $wanted = $one['result'];
        ksort($said);
        ksort($wanted);
        same($wanted, $said, "parameters of redirect: {$one['name']}");
    }
}
parse_str((string) parse_url($redirects[0]['address'], PHP_URL_QUERY), $query);
same('ORD-1', Redirect::verify($query, $redirects[0]['secret'])->orderId, 'redirect of $_GET');
$exception = caught(static fn () => Redirect::verify($query, ''));
same(InvalidArgumentException::class, $exception === null ? null : $exception::class, 'empty secret');
$exception = caught(static fn () => Redirect::verify($query, null));
same(true, $exception instanceof TypeError, 'no secret of a redirect');

finish();
