<?php

declare(strict_types=1);

namespace Vezne\Http;

/**
 * Decodes a body of the chunked transfer coding (RFC 9112, 7.1), which says where the body ends.
 *
 * @internal
 */
final class ChunkedBody
{
    /** A line with the length of a chunk is short. */
    private const LONGEST_LINE = 4_096;

    private string $rest = '';

    private int $left = 0;

    private bool $isWhole = false;

    /** Takes the next received bytes; returns the text in them, or null if they have another form. */
    public function decode(string $bytes): ?string
    {
        $this->rest .= $bytes;
        $text = '';
        while (!$this->isWhole) {
            if ($this->left > 0) {
                $part = substr($this->rest, 0, $this->left);
                $this->rest = substr($this->rest, strlen($part));
                $this->left -= strlen($part);
                $text .= $part;
                if ($this->left > 0) {
                    break;
                }
            }
            $end = strpos($this->rest, "\r\n");
            if ($end === false) {
                return strlen($this->rest) > self::LONGEST_LINE ? null : $text;
            }
            $line = substr($this->rest, 0, $end);
            $this->rest = substr($this->rest, $end + 2);
            // The line behind the bytes of a chunk is empty.
            if ($line !== '' && !$this->takeLength($line)) {
                return null;
            }
        }

        return $text;
    }

    /** True once the last chunk has arrived. */
    public function isWhole(): bool
    {
        return $this->isWhole;
    }

    private function takeLength(string $line): bool
    {
        if (preg_match('/^([0-9a-f]{1,15})[ \t]*(;|$)/iD', $line, $found) !== 1) {
            return false;
        }
        $this->left = (int) hexdec($found[1]);
        $this->isWhole = $this->left === 0;

        return true;
    }
}
