/** The hash functions that the domain needs; the platform passes their implementation. */
export interface Digest {
  /** Lower-case hex SHA-256 of the UTF-8 text. */
  sha256(text: string): string;
  /** Lower-case hex HMAC-SHA256 of the UTF-8 text. */
  hmacSha256(key: string, text: string): string;
  /** Compares in constant time; false when the lengths differ. */
  equal(left: string, right: string): boolean;
}
