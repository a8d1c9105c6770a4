<?php

declare(strict_types=1);

namespace Vezne;

use Vezne\Exception\Problems;
use Vezne\Http\Response;

/**
 * A file that is still arriving. Read it once; an exception means that it is incomplete.
 *
 * @implements \IteratorAggregate<int, string>
 */
final class Export implements \IteratorAggregate
{
    /** The name that the service suggests. */
    public readonly string $fileName;

    public readonly string $contentType;

    /** @internal */
    public function __construct(private readonly Response $response)
    {
        $disposition = $response->header('content-disposition') ?? '';
        if (preg_match('/filename="([^"]*)"/', $disposition, $found) !== 1) {
            throw Problems::unreadable($response);
        }
        $this->fileName = $found[1];
        $this->contentType = $response->header('content-type') ?? '';
    }

    /** @return \Iterator<int, string> the parts of the file */
    public function getIterator(): \Iterator
    {
        return $this->response->chunks;
    }

    /** The whole file. */
    public function text(): string
    {
        return $this->response->text();
    }

    /** Writes the file. If the export breaks, no file is left behind. */
    public function save(string $path): void
    {
        $file = fopen($path, 'wb');
        if ($file === false) {
            throw new \RuntimeException("$path can not be written.");
        }
        $isWhole = false;
        try {
            foreach ($this->response->chunks as $chunk) {
                if (fwrite($file, $chunk) !== strlen($chunk)) {
                    throw new \RuntimeException("$path can not be written.");
                }
            }
            $isWhole = true;
        } finally {
            fclose($file);
            if (!$isWhole) {
                unlink($path);
            }
        }
    }
}
