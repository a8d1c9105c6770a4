/** Cryptographically strong randomness, passed in so that a test can fix it. */
export interface Random {
  bytes(count: number): Uint8Array;
}
