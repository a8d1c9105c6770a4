<?php

declare(strict_types=1);

use Vezne\AdminClient;
use Vezne\Client;
use Vezne\Exception\AuthenticationException;
use Vezne\Exception\ConflictException;
use Vezne\Exception\FieldError;
use Vezne\Exception\NoAnswerException;
use Vezne\Exception\NotFoundException;
use Vezne\Exception\RateLimitException;
use Vezne\Exception\RequestException;
use Vezne\Exception\ServerException;
use Vezne\Exception\VezneException;
use Vezne\Type\Customer;
use Vezne\Type\MerchantCreated;
use Vezne\Type\Session;

require __DIR__ . '/check.php';
require __DIR__ . '/FakeSender.php';

const KEY = 'vz_test_a_key_that_nobody_may_see';
const CARD = '5528790000000008';
const URL = 'https://pay.example';
const REFUND = [
    'success' => true,
    'order_id' => 'ORD-1',
    'refund_id' => 'REF-1',
    'status' => 'refunded',
    'amount' => 100,
    'currency' => 'TRY',
    'message' => '',
];

/** @return array{Client, FakeSender, FakeRuntime} */
function clientOf(array $answers, int $maxRetries = 3): array
{
    $sender = new FakeSender($answers);
    $runtime = new FakeRuntime();
    $client = new Client(KEY, URL, maxRetries: $maxRetries, sender: $sender, runtime: $runtime);

    return [$client, $sender, $runtime];
}

function problem(int $status, string $code, array $headers = [], array $more = []): array
{
    $body = ['code' => $code, 'detail' => 'A text.', 'status' => $status] + $more;

    return [$status, ['x-request-id' => 'req-1'] + $headers, $body];
}

// The sent request.
[$client, $sender] = clientOf([[200, [], REFUND]]);
$client->payments->refund(orderId: 'ORD-1', amount: 100, idempotencyKey: 'return-7');
same('POST', $sender->requests[0]->method, 'verb');
same(URL . '/api/v1/payment/refund', $sender->requests[0]->url, 'address');
same('{"order_id":"ORD-1","amount":100}', $sender->body(0), 'body');
same('Bearer ' . KEY, $sender->header(0, 'Authorization'), 'key');
same('return-7', $sender->header(0, 'Idempotency-Key'), 'idempotency key');
same('vezne-php/' . Vezne\Version::NUMBER, $sender->header(0, 'User-Agent'), 'user agent');

[$client, $sender] = clientOf([[200, [], ['session_id' => 'ses_1']]]);
$session = $client->sessions->create(
    amount: 125_000,
    successUrl: 'https://shop.example/thanks',
    failUrl: 'https://shop.example/sorry',
    customer: new Customer(name: 'Ada', surname: 'Şahin'),
    metadata: [],
);
$sent = json_decode($sender->body(0), true);
same(KEY, $sent['merchant_api_key'], 'key in the body');
same(['name' => 'Ada', 'surname' => 'Şahin'], $sent['customer'], 'customer');
same(true, str_contains($sender->body(0), '"metadata":{}'), 'empty metadata');
same(null, $sender->header(0, 'Authorization'), 'no key in the header of a session');
same('ses_1', $session->sessionId, 'session');

[$client, $sender] = clientOf([[200, [], ['card_token' => 'x']]]);
$client->cards->delete('a/b c?d');
same(URL . '/api/v1/payment/cards/a%2Fb%20c%3Fd', $sender->requests[0]->url, 'id in a path');
foreach (['', '.', '..'] as $wrong) {
    $exception = caught(static fn () => $client->cards->delete($wrong));
    same(true, $exception instanceof InvalidArgumentException, "id $wrong");
}

$sender = new FakeSender([[200, [], ['merchant_id' => 'mer_1', 'refund_approval_above' => null]]]);
$admin = new AdminClient('vz_operator_x', URL, sender: $sender);
$admin->merchants->change('mer_1', refundApprovalAbove: null);
$admin->merchants->change('mer_1', state: 'active');
same('{"refund_approval_above":null}', $sender->body(0), 'null');
same('{"state":"active"}', $sender->body(1), 'absence');

[$client, $sender] = clientOf([[200, [], ['new' => true]]]);
$found = $client->request('post', '/api/v1/new', query: ['b' => true], body: ['a' => 1]);
same(['new' => true], $found, 'answer of any call');
same(URL . '/api/v1/new?b=true', $sender->requests[0]->url, 'address of any call');

// Retries.
$cut = new NoAnswerException('connection_failed', 'Cut.', retryable: true);
[$client, $sender, $runtime] = clientOf([$cut, $cut, [200, [], REFUND]]);
same('REF-1', $client->payments->refund(orderId: 'ORD-1')->refundId, 'answer after two cuts');
$keys = array_map(static fn (int $at) => $sender->header($at, 'Idempotency-Key'), [0, 1, 2]);
same(1, count(array_unique($keys)), 'one key for all tries');
same([0.5, 1.0], $runtime->pauses, 'pauses');

foreach ([[429, '2', 2.5], [503, '1', 1.5], [502, null, 0.5], [504, null, 0.5]] as [$status, $wait, $pause]) {
    $headers = $wait === null ? [] : ['retry-after' => $wait];
    [$client, , $runtime] = clientOf([problem($status, 'rate_limited', $headers), [200, [], REFUND]]);
    $client->payments->refund(orderId: 'ORD-1');
    same([$pause], $runtime->pauses, "pause after $status");
}
$lasting = [
    problem(400, 'validation_failed'),
    problem(500, 'internal_error'),
    problem(503, 'service_busy', ['retry-after' => '31']),
];
foreach ($lasting as $one) {
    [$client, $sender] = clientOf([$one]);
    caught(static fn () => $client->payments->refund(orderId: 'ORD-1'));
    same(1, count($sender->requests), "tries after {$one[2]['code']}");
}
[$client, $sender] = clientOf([problem(503, 'service_busy')]);
$few = $client->withOptions(maxRetries: 2);
$exception = caught(static fn () => $few->payments->refund(orderId: 'ORD-1', idempotencyKey: 'return-7'));
same(3, count($sender->requests), 'tries');
same('return-7', $exception instanceof VezneException ? $exception->idempotencyKey : null, 'key of the exception');

// Exceptions.
$classes = [
    400 => RequestException::class,
    401 => AuthenticationException::class,
    403 => AuthenticationException::class,
    404 => NotFoundException::class,
    409 => ConflictException::class,
    422 => RequestException::class,
    429 => RateLimitException::class,
    500 => ServerException::class,
];
foreach ($classes as $status => $class) {
    [$client] = clientOf([problem($status, 'a_code', more: ['refundable_amount' => 5])], maxRetries: 0);
    $exception = caught(static fn () => $client->payments->getRefund('REF-1'));
    same($class, $exception === null ? null : $exception::class, "class of $status");
    same(['a_code', $status, 'A text.', 'req-1', 5], $exception instanceof VezneException ? [
        $exception->errorCode,
        $exception->status,
        $exception->detail,
        $exception->requestId,
        $exception->problem['refundable_amount'],
    ] : null, "facts of $status");
}
$errors = [['field' => 'amount', 'message' => 'must be an integer']];
[$client] = clientOf([problem(400, 'validation_failed', more: ['errors' => $errors])]);
$exception = caught(static fn () => $client->payments->refund(orderId: 'ORD-1'));
same(true, $exception instanceof VezneException && $exception->errors[0] instanceof FieldError, 'field');
same('amount', $exception instanceof VezneException ? $exception->errors[0]->field : null, 'field name');
$foreign = [[200, [], '<html>'], [200, [], ['hello' => 1]], [200, [], []], [200, [], ['refund_id' => 7]]];
foreach ($foreign as $answer) {
    [$client] = clientOf([$answer]);
    $exception = caught(static fn () => $client->payments->getRefund('REF-1'));
    same('unreadable_answer', $exception instanceof VezneException ? $exception->errorCode : null, 'foreign answer');
}

// Secrets.
[$client] = clientOf([problem(400, 'validation_failed')]);
$pay = static fn () => $client->payments->create(
    sessionId: 'ses_1',
    paymentType: 'creditcard',
    cardNumber: CARD,
    cvc: '321',
);
$exception = caught($pay);
$shown = print_r($client, true) . var_export($client, true) . $exception;
ob_start();
var_dump($client);
$shown .= ob_get_clean();
absent(KEY, $shown, 'key in a dump');
absent(CARD, $shown, 'card number in an exception');
if (PHP_VERSION_ID >= 80200) {
    $trace = print_r($exception?->getTrace(), true);
    absent(KEY, $trace, 'key in a trace');
    absent(CARD, $trace, 'card number in a trace');
}
same(true, caught(static fn () => serialize($client)) !== null, 'a client is not serialized');
foreach (['', 'two words', "k\u{e9}y"] as $wrong) {
    same(true, caught(static fn () => new Client($wrong, URL)) instanceof InvalidArgumentException, 'malformed key');
}
$exception = caught(static fn () => new Client(null, URL));
same(true, $exception instanceof TypeError, 'no key');
same(true, str_contains((string) $exception?->getMessage(), '($apiKey) must be of type string'), 'no key is named');
foreach (['pay.example', 'ftp://pay.example', 'https://a:b@pay.example'] as $wrong) {
    same(true, caught(static fn () => new Client(KEY, $wrong)) instanceof InvalidArgumentException, $wrong);
}
$made = new MerchantCreated(['merchant_id' => 'mer_1', 'test_api_key' => KEY]);
same(KEY, $made->testApiKey, 'key of an answer');
absent(KEY, print_r($made, true), 'key of an answer in a dump');

// Answers.
$newer = ['status' => 'refund_on_hold', 'a_new_field' => ['x' => 1]] + REFUND;
[$client] = clientOf([[200, [], $newer]]);
$refund = $client->payments->refund(orderId: 'ORD-1');
same('refund_on_hold', $refund->status, 'unknown value');
same(['x' => 1], $refund->toArray()['a_new_field'], 'unknown field');
same(null, $refund->code, 'absent field');
same('{"session_id":"ses_1"}', json_encode(new Session(['session_id' => 'ses_1'])), 'answer as JSON');
same(true, caught(static function (): void {
    $session = new Session(['session_id' => 'ses_1']);
    $session->sessionId = 'ses_2';
}) instanceof Error, 'answers do not change');

$page = static fn (int $number, string ...$orders): array => [200, [], [
    'success' => true,
    'total' => 5,
    'per_page' => 2,
    'page' => $number,
    'transactions' => array_map(static fn (string $one): array => ['order_id' => $one], $orders),
]];
[$client, $sender] = clientOf([$page(1, 'a', 'b'), $page(2, 'c', 'd'), $page(3, 'e')]);
$found = [];
foreach ($client->transactions->iterate(status: 'completed') as $transaction) {
    $found[] = $transaction->orderId;
}
same(['a', 'b', 'c', 'd', 'e'], $found, 'all pages');
same(URL . '/api/v1/payment/transactions?status=completed&page=3', $sender->requests[2]->url, 'last page');

$frames = static fn (string ...$ids): string => "retry: 2000\n: connected\n\n" . implode('', array_map(
    static fn (string $id): string => "id: $id\ndata: " . json_encode(
        ['id' => $id, 'type' => 'payment.completed', 'timestamp' => 't', 'data' => ['order_id' => 'ORD-1']],
    ) . "\n\n",
    $ids,
));
[$client, $sender] = clientOf([[200, [], $frames('evt_1', 'evt_2')], [200, [], $frames('evt_3')]]);
$found = [];
foreach ($client->events->stream() as $event) {
    $found[] = $event->id;
    if ($event->id === 'evt_3') {
        break;
    }
}
same(['evt_1', 'evt_2', 'evt_3'], $found, 'events behind a break');
same(true, str_ends_with($sender->requests[1]->url, '?after=evt_2'), 'place behind a break');

$start = "retry: 2000\n: connected\nid: evt_0\n\n";
[$client, $sender] = clientOf([[200, [], $start], [200, [], $frames('evt_1')]]);
same('evt_1', $client->events->stream()->current()->id, 'first event behind a break');
same(true, str_ends_with($sender->requests[1]->url, '?after=evt_0'), 'place of a stream without events');

// A connection without events, which then breaks.
$quiet = [200, [], static function () use ($start): Generator {
    yield $start;
    throw new NoAnswerException('connection_failed', 'Cut.', retryable: true);
}];
[$client] = clientOf([$quiet, $quiet, $quiet, $quiet, $quiet, [200, [], $frames('evt_1')]]);
$exception = caught(static function () use ($client): void {
    same('evt_1', $client->events->stream()->current()->id, 'event behind many breaks');
});
same(null, $exception?->getMessage(), 'many breaks of quiet connections');
$stopped = problem(503, 'service_stopping');
[$client] = clientOf([...array_fill(0, 6, $stopped), [200, [], $frames('evt_1')]]);
$exception = caught(static function () use ($client): void {
    same('evt_1', $client->events->stream()->current()->id, 'event behind a restart');
});
same(null, $exception?->getMessage(), 'a restart');
[$client, $sender] = clientOf([$stopped], maxRetries: 1);
$exception = caught(static fn () => $client->events->stream()->current());
same(true, $exception instanceof ServerException, 'a service that stays away');
same(4, count($sender->requests), 'tries of a stream');
$lost = problem(410, 'event_not_in_feed', more: ['after' => 'evt_0']);
[$client, $sender] = clientOf([$lost, [200, [], $frames('evt_1')]]);
$log = (string) ini_set('error_log', '/dev/null');
same('evt_1', $client->events->stream(after: 'evt_9')->current()->id, 'event behind a backup');
ini_set('error_log', $log);
same(true, str_ends_with($sender->requests[1]->url, '?after=evt_0'), 'place behind a backup');
[$client, $sender] = clientOf([problem(401, 'invalid_api_key')]);
$exception = caught(static fn () => $client->events->stream()->current());
same([true, 1], [$exception instanceof AuthenticationException, count($sender->requests)], 'key of a stream');

[$client] = clientOf([[200, [], "data: [1]\n\n"]]);
$exception = caught(static fn () => $client->events->stream()->current());
same('unreadable_answer', $exception instanceof VezneException ? $exception->errorCode : null, 'frame that is no event');

$file = [200, ['content-disposition' => 'attachment; filename="x.csv"'], "a,b\n1,2\n"];
[$client] = clientOf([$file]);
$export = $client->transactions->export(format: 'csv');
$path = tempnam(sys_get_temp_dir(), 'vezne');
$export->save($path);
same('x.csv', $export->fileName, 'file name');
same("a,b\n1,2\n", file_get_contents($path), 'file');
unlink($path);

finish();
