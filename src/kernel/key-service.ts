/**
 * A key in a key management service (KMS). It encrypts the vault keys and never leaves the service.
 * The reasons are in docs/decisions/kms.md.
 */
export type KeyService = {
  /** The service's kind and key, without a secret; stored beside each key that it has wrapped. */
  readonly name: string;
  /**
   * Encrypts a vault key, bound to its id.
   * @throws KeyServiceError
   */
  wrap(secret: Uint8Array, keyId: string): Promise<string>;
  /**
   * Decrypts what `wrap` returned for the same id.
   * @throws KeyServiceError
   */
  unwrap(wrapped: string, keyId: string): Promise<Uint8Array>;
};

/**
 * - `away`: no usable answer now; a later call may succeed.
 * - `untrusted`: the server's certificate can't be verified.
 * - `denied`: the service does not accept the credentials, or they may not use the key.
 * - `unusable`: the key is disabled, deleted or of another kind.
 * - `mismatch`: another key has encrypted the text, or the text or its context was changed.
 */
export type KeyServiceFault = "away" | "untrusted" | "denied" | "unusable" | "mismatch";

/** A call to a key management service failed; the message contains neither keys nor tokens. */
export class KeyServiceError extends Error {
  override readonly name = "KeyServiceError";
  readonly fault: KeyServiceFault;

  constructor(fault: KeyServiceFault, message: string) {
    super(message);
    this.fault = fault;
  }
}
