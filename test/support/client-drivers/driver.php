<?php

// Makes the calls of a JSON file with the client, and prints what they returned. `parameters`
// prints the names of the parameters of each method instead.

declare(strict_types=1);

require $argv[2] . '/autoload.php';

function groupOf(array $call, string $url): object
{
    $kind = $call['isOfOperators'] ? Vezne\AdminClient::class : Vezne\Client::class;
    $client = new $kind($call['key'] ?? 'vz_test_x', $url, maxRetries: 0);

    return $client->{$call['group']};
}

/** Parts of requests are objects, which the arguments of the task are not. */
function argumentOf(ReflectionParameter $parameter, mixed $value): mixed
{
    $type = $parameter->getType();
    if (!is_array($value) || !$type instanceof ReflectionNamedType || $type->isBuiltin()) {
        return $value;
    }
    $class = $type->getName();
    $fields = [];
    foreach ($value as $name => $field) {
        $fields[lcfirst(str_replace('_', '', ucwords($name, '_')))] = $field;
    }

    return new $class(...$fields);
}

function resultOf(array $call, string $url): mixed
{
    $group = groupOf($call, $url);
    $named = [];
    foreach ((new ReflectionMethod($group, $call['method']))->getParameters() as $parameter) {
        if (array_key_exists($parameter->name, $call['named'])) {
            $named[$parameter->name] = argumentOf($parameter, $call['named'][$parameter->name]);
        }
    }
    $found = $group->{$call['method']}(...$call['path'], ...$named);
    if ($found instanceof Vezne\Export) {
        return $found->text();
    }

    return $found instanceof Generator ? $found->current() : $found;
}

function parametersOf(array $call): array
{
    $method = new ReflectionMethod(groupOf($call, 'http://127.0.0.1'), $call['method']);

    return array_map(static fn (ReflectionParameter $one): string => $one->name, $method->getParameters());
}

$task = json_decode(file_get_contents($argv[1]), true, flags: JSON_THROW_ON_ERROR);
$results = array_map(
    static fn (array $call): mixed => $task['do'] === 'parameters' ? parametersOf($call) : resultOf($call, $task['url']),
    $task['calls'],
);
echo json_encode($results, JSON_THROW_ON_ERROR);
