<?php

// The server of senders.php, by the path of the request.

declare(strict_types=1);

header('Content-Type: application/json');
switch (parse_url((string) $_SERVER['REQUEST_URI'], PHP_URL_PATH)) {
    case '/echo':
        echo json_encode([
            'method' => $_SERVER['REQUEST_METHOD'],
            'uri' => $_SERVER['REQUEST_URI'],
            'headers' => getallheaders(),
            'body' => file_get_contents('php://input'),
        ]);
        break;
    case '/long':
        echo json_encode(['text' => str_repeat('x', 300_000)]);
        break;
    case '/redirect':
        http_response_code(302);
        header('Location: /echo');
        break;
    case '/slow':
        sleep(2);
        echo '{}';
        break;
    case '/api/v1/events/stream':
        // Pauses that are shorter than the client's patience, and together longer.
        for ($number = 1; $number <= 3; ++$number) {
            usleep(250_000);
            $event = ['id' => "evt_$number", 'type' => 'new', 'timestamp' => 't', 'data' => []];
            echo 'data: ', json_encode($event), "\n\n";
            flush();
        }
        break;
    case '/parts':
    case '/cut-parts':
    case '/wrong-parts':
        // The parts are cut anywhere, also within a length.
        $parts = ["5;name=x\r\n{\"a\":\r\n1", "0\r\n[\"", str_repeat('x', 12) . "\"]\r\n1\r\n}\r\n"];
        $ends = ['/parts' => "0\r\nTrailer: x\r\n\r\n", '/cut-parts' => '', '/wrong-parts' => "no length\r\n"];
        header('Transfer-Encoding: chunked');
        foreach ([...$parts, $ends[$_SERVER['REQUEST_URI']]] as $part) {
            echo $part;
            flush();
            usleep(20_000);
        }
        break;
    case '/cut':
        header('Content-Length: 100');
        echo '{"half":';
        break;
    default:
        http_response_code(404);
        echo json_encode(['code' => 'refund_not_found', 'detail' => 'There is none.']);
}
