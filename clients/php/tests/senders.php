<?php

declare(strict_types=1);

use Vezne\Client;
use Vezne\Exception\NoAnswerException;
use Vezne\Exception\NotFoundException;
use Vezne\Http\CurlSender;
use Vezne\Http\Request;
use Vezne\Http\Secret;
use Vezne\Http\Sender;
use Vezne\Http\StreamSender;

require __DIR__ . '/check.php';

// Both senders against a server of PHP's own.
$listener = stream_socket_server('tcp://127.0.0.1:0');
$address = (string) stream_socket_get_name($listener, false);
fclose($listener);
$command = [PHP_BINARY, '-S', $address, __DIR__ . '/server.php'];
$null = ['file', '/dev/null', 'w'];
$server = proc_open($command, [['file', '/dev/null', 'r'], $null, $null], $pipes);
for ($try = 0; $try < 200 && @fsockopen('tcp://' . $address) === false; ++$try) {
    usleep(25_000);
}

try {
    $senders = ['streams' => new StreamSender(null)];
    if (extension_loaded('curl')) {
        $senders['curl'] = new CurlSender(null);
    }
    foreach ($senders as $name => $sender) {
        tryOut($name, $sender, "http://$address");
    }
} finally {
    proc_terminate($server);
    proc_close($server);
}

function tryOut(string $name, Sender $sender, string $url): void
{
    $client = new Client('vz_test_x', $url, timeout: 5.0, maxRetries: 0, sender: $sender);
    $seen = $client->request('POST', '/echo', query: ['q' => 'a b&c'], body: ['text' => 'Çay']);
    same(['POST', '/echo?q=a%20b%26c', '{"text":"Çay"}'], [$seen['method'], $seen['uri'], $seen['body']], "$name: request");
    same('Bearer vz_test_x', $seen['headers']['Authorization'] ?? null, "$name: key");
    same('application/json', $seen['headers']['Content-Type'] ?? null, "$name: content type");
    same('PATCH', $client->request('PATCH', '/echo', body: [])['method'], "$name: verb");
    same(300_000, strlen($client->request('GET', '/long')['text']), "$name: long answer");

    $exception = caught(static fn () => $client->payments->getRefund('missing'));
    same(NotFoundException::class, $exception === null ? null : $exception::class, "$name: error");
    same(['a' => ['xxxxxxxxxxxx']], $client->request('GET', '/parts'), "$name: an answer in parts");
    $cut = array_fill_keys(['/cut', '/cut-parts', '/wrong-parts'], 'connection_failed');
    foreach (['/redirect' => 302, '/slow' => 'timed_out'] + $cut as $path => $wanted) {
        $hasty = $client->withOptions(timeout: $path === '/slow' ? 0.3 : 5.0);
        $exception = caught(static fn () => $hasty->request('GET', $path));
        $code = $exception instanceof NoAnswerException ? $exception->errorCode : $exception?->status;
        same($wanted, $code, "$name: $path");
    }
    $stream = "$url/api/v1/events/stream";
    $request = new Request('GET', $stream, new Secret('Accept: */*'), null, 0.6, true);
    $text = $sender->send($request)->text();
    same(3, substr_count($text, 'evt_'), "$name: a stream with pauses");
    $hasty = new Request('GET', $stream, new Secret('Accept: */*'), null, 0.1, true);
    $exception = caught(static fn () => $sender->send($hasty)->text());
    same('timed_out', $exception instanceof NoAnswerException ? $exception->errorCode : null, "$name: a silent stream");
    $nowhere = new Client('vz_test_x', 'http://127.0.0.1:1', maxRetries: 0, sender: $sender);
    $exception = caught(static fn () => $nowhere->request('GET', '/'));
    same('connection_failed', $exception instanceof NoAnswerException ? $exception->errorCode : null, "$name: no server");
}

finish();
