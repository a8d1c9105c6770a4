/** Stored cards can't be worked with as this process is configured; the message says what to do. */
export class VaultKeyError extends Error {
  override readonly name = "VaultKeyError";
}
