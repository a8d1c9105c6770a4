/** This process can't use the stored cards in its configuration; the message names the remedy. */
export class VaultKeyError extends Error {
  override readonly name: string = "VaultKeyError";
}

/** This machine lacks the vault key of the stored cards. */
export class MissingVaultKey extends VaultKeyError {
  override readonly name = "MissingVaultKey";
}

/** The key management service did not decrypt or encrypt a vault key. */
export class KeyServiceFailed extends VaultKeyError {
  override readonly name = "KeyServiceFailed";
  /** True if a later call may succeed. */
  readonly isPassing: boolean;

  constructor(message: string, isPassing: boolean) {
    super(message);
    this.isPassing = isPassing;
  }
}
