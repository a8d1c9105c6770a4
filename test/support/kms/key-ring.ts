import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** The versions of one key of a double; each encrypts with AES-256-GCM. */
export class KeyRing {
  readonly #versions: Buffer[] = [randomBytes(32)];
  /** Every key that the double has seen in clear, for a search in places where none may be. */
  readonly seen: Buffer[] = [];
  /** Versions below this one decrypt nothing any more. */
  oldest = 1;
  isEnabled = true;

  get newest(): number {
    return this.#versions.length;
  }

  rotate(): void {
    this.#versions.push(randomBytes(32));
  }

  encrypt(plain: Buffer, context: string): { readonly version: number; readonly bytes: Buffer } {
    this.seen.push(plain);
    const nonce = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", this.#key(this.newest), nonce);
    cipher.setAAD(Buffer.from(context));
    const bytes = Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    return { version: this.newest, bytes };
  }

  /** Returns undefined for changed bytes, another context or an unknown version. */
  decrypt(version: number, bytes: Buffer, context: string): Buffer | undefined {
    if (version < this.oldest || version > this.newest || bytes.length < 28) return undefined;
    const decipher = createDecipheriv("aes-256-gcm", this.#key(version), bytes.subarray(0, 12));
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(bytes.subarray(-16));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
    } catch {
      return undefined;
    }
  }

  #key(version: number): Buffer {
    const key = this.#versions[version - 1];
    if (key === undefined) throw new Error(`the key has no version ${version}`);
    return key;
  }
}
