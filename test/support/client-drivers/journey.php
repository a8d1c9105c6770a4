<?php

// A merchant's day with the client, in parts; prints what the merchant saw.

declare(strict_types=1);

use Vezne\Client;
use Vezne\Exception\VezneException;
use Vezne\Http\StreamSender;
use Vezne\Redirect;
use Vezne\Type\BasketItem;
use Vezne\Type\Customer;
use Vezne\Type\PayAnswer;
use Vezne\Value\PaymentMethod;
use Vezne\Webhook;

require $argv[2] . '/autoload.php';

function openSession(Client $client, int $amount = 125_000): string
{
    return $client->sessions->create(
        amount: $amount,
        successUrl: 'https://shop.example/thanks?cart=7',
        failUrl: 'https://shop.example/sorry',
        customer: new Customer(name: 'Ada', surname: 'Şahin', email: 'ada@example.com'),
        basketItems: [new BasketItem(id: '1', name: 'Kitap', qty: 1, unitPrice: $amount)],
        metadata: ['cart' => 7, 'note' => 'Çay & kahve'],
    )->sessionId;
}

function pay(
    Client $client,
    string $sessionId,
    string $card = '5528790000000008',
    ?bool $is3d = null,
): PayAnswer {
    return $client->payments->create(
        sessionId: $sessionId,
        paymentType: PaymentMethod::CREDITCARD,
        cardHolderName: 'Ada Şahin',
        cardNumber: $card,
        expireMonth: '12',
        expireYear: '2030',
        cvc: '123',
        is3d: $is3d,
    );
}

function failure(callable $call): mixed
{
    try {
        $call();
    } catch (VezneException $exception) {
        $fields = array_map(static fn ($one): string => $one->field, $exception->errors);
        $class = substr(strrchr($exception::class, '\\'), 1, -9);

        return [$class, $exception->errorCode, $exception->status, $fields];
    }

    return 'no error';
}

/** The first event from the list, and the one behind it from the stream. */
function firstEvents(Client $client): array
{
    while ($client->events->list()->events === []) {
        usleep(50_000);
    }
    $first = $client->events->iterate(limit: 1)->current();

    return [$first->type, $client->events->stream(after: $first->id)->current()->type];
}

function sell(array $task): array
{
    $client = new Client($task['key'], $task['url']);
    $cut = new Client($task['key'], $task['cuttingUrl']);
    $sessionId = openSession($client);
    $paid = pay($client, $sessionId);
    $status = $client->payments->status($paid->orderId, $sessionId);
    $part = $client->payments->refund(orderId: $paid->orderId, amount: 25_000);
    $rest = $client->payments->refund(orderId: $paid->orderId);
    $declined = pay($client, openSession($client), '4111111111111129');
    foreach ([1_000, 2_000, 3_000] as $amount) {
        pay($client, openSession($client, $amount));
    }
    $atBank = pay($client, openSession($client, 5_000), is3d: true);
    $afterCut = pay($cut, openSession($client, 4_000));
    $listed = [];
    foreach ($client->transactions->iterate(status: 'completed', perPage: 2) as $one) {
        $listed[] = $one->amount;
    }
    sort($listed);
    $summary = $client->transactions->summary();
    $table = $client->transactions->export(format: 'csv', status: 'completed')->text();
    $stranger = new Client('vz_test_wrong', $task['url']);
    $order = $paid->orderId;

    return [
        'paid' => [$paid->success, $paid->status, $paid->amount, $paid->cardLastFour],
        'status' => $status->status,
        'refunds' => [$part->status, $rest->status, $client->payments->getRefund($rest->refundId)->amount],
        'declined' => [$declined->success, $declined->status, $declined->code],
        'afterCut' => [$afterCut->status, $afterCut->amount],
        'listed' => $listed,
        'summed' => [$summary->refunded, $summary->breakdownByType['creditcard']->count],
        'rows' => count(explode("\n", trim($table))) - 1,
        'events' => firstEvents($client),
        'refundLeft' => failure(static fn () => $client->payments->refund(orderId: $order)),
        'noRefund' => failure(static fn () => $client->payments->getRefund('REF-1')),
        'wrongKey' => failure(static fn () => $stranger->transactions->list()),
        'wrongAmount' => failure(static fn () => openSession($client, 0)),
        'wrongCard' => failure(static fn () => pay($client, openSession($client), '1')),
        'atBank' => $atBank->status,
        'redirectUrl' => $atBank->redirectUrl,
        'orderAtBank' => $atBank->orderId,
    ];
}

function check(array $task): array
{
    $secret = $task['secret'];
    $delivery = $task['delivery'];
    $verify = static function (array $given) use ($secret): array {
        $event = Webhook::verify($given['headers'], $given['body'], $secret, now: $given['now']);

        return [$event->type, $event->data->sessionId];
    };
    $back = Redirect::verify($task['returnUrl'], $secret);
    $client = new Client($task['key'], $task['url']);
    $status = $client->payments->status($back->orderId, $back->sessionId);
    $tampered = ['body' => str_replace('ses_', 'ses_x', $delivery['body'])] + $delivery;
    $forged = str_replace('ORD-', 'ORD-X', $task['returnUrl']);

    return [
        'webhook' => $verify($delivery),
        'tampered' => failure(static fn () => $verify($tampered))[1],
        'late' => failure(static fn () => $verify(['now' => $delivery['now'] + 301] + $delivery))[1],
        'early' => failure(static fn () => $verify(['now' => $delivery['now'] - 301] + $delivery))[1],
        'back' => [$back->status, $back->orderId, $back->metadata],
        'forged' => failure(static fn () => Redirect::verify($forged, $secret))[1],
        'status' => [$status->status, $status->chargedAmount],
    ];
}

/** The same call without and with the certificate of the server's authority. */
function encrypt(array $task): array
{
    $known = new Client('vz_test_x', $task['url'], caFile: $task['caFile']);
    $unknown = new Client('vz_test_x', $task['url']);
    // The sender for PHP without curl must not be less strict.
    $streams = new StreamSender(null);
    $byStreams = new Client('vz_test_x', $task['url'], maxRetries: 0, sender: $streams);
    $codes = array_map(
        static fn (Client $client): mixed => failure(static fn () => $client->payments->getRefund('REF-1'))[1],
        [$unknown, $byStreams],
    );

    return [
        'known' => $known->payments->getRefund('REF-1')->refundId,
        'unknown' => count(array_unique($codes)) === 1 ? $codes[0] : $codes,
    ];
}

$parts = ['sell' => sell(...), 'check' => check(...), 'encrypt' => encrypt(...)];
$task = json_decode(file_get_contents($argv[1]), true, flags: JSON_THROW_ON_ERROR);
echo json_encode($parts[$task['do']]($task), JSON_THROW_ON_ERROR);
