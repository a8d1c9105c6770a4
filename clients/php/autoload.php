<?php

declare(strict_types=1);

// Loads the classes of this package where Composer is not in use.
spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'Vezne\\')) {
        $file = __DIR__ . '/src/' . str_replace('\\', '/', substr($class, 6)) . '.php';
        if (is_file($file)) {
            require $file;
        }
    }
});
