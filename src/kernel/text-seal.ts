/** Encrypts texts under a secret that the database does not have, such as an API key's text. */
export interface TextSeal {
  seal(secret: string, text: string): string;
  /** @throws Error if the sealed text was changed, or was sealed under another secret */
  open(secret: string, sealed: string): string;
}
