import { hash, verify } from "@node-rs/argon2";
import type { PasswordHasher } from "../domain/merchant/user-ports.ts";
import { keepWork } from "./loop-watch.ts";

/**
 * OWASP's first choice for argon2id: 19 MiB, two passes, one lane. A hash takes some tens of ms on
 * another thread.
 */
const COST = {
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
} as const;

/** Normalises a password, so that its Unicode spellings are equal (NIST SP 800-63B, 3.1.1.2). */
const plain = (password: string): string => password.normalize("NFKC");

/** argon2id in its standard text form, which contains cost and salt. */
export const systemPasswordHasher: PasswordHasher = {
  hash: (password) => keepWork(hash(plain(password), COST)),
  verify: async (stored, password) => {
    try {
      return await keepWork(verify(stored, plain(password)));
    } catch {
      // The stored text is no hash, so no password matches it.
      return false;
    }
  },
};

/**
 * The hash of an unused password. A sign-in with an unknown user name is compared with it, so that
 * it takes as long as any other.
 */
export const DECOY_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$" +
  "Zm9ydHktdHdvIGJ5dGVzIHRoYXQgYXJlIG5vIGhhc2g";
