/** Stored cards can't be worked with as this process is configured; the message says what to do. */
export class VaultKeyError extends Error {
  override readonly name: string = "VaultKeyError";
}

/** The key that the stored cards are kept under is on another machine. */
export class MissingVaultKey extends VaultKeyError {
  override readonly name = "MissingVaultKey";
}
