/** This process can't use the stored cards in its configuration; the message names the remedy. */
export class VaultKeyError extends Error {
  override readonly name: string = "VaultKeyError";
}

/** This machine lacks the vault key of the stored cards. */
export class MissingVaultKey extends VaultKeyError {
  override readonly name = "MissingVaultKey";
}
