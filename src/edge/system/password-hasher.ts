import { hash, verify } from "@node-rs/argon2";
import type { PasswordHasher } from "../../merchant/user-ports.ts";
import { keepWork } from "./loop-watch.ts";

/**
 * OWASP's first choice for argon2id, which is the package's own: 19 MiB, two passes, one lane; some
 * tens of milliseconds of another thread.
 */
const COST = {
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
} as const;

/** Passwords that look alike are alike (NIST SP 800-63B, 3.1.1.2). */
const plain = (password: string): string => password.normalize("NFKC");

/** argon2id in its standard text form, which carries cost and salt along. */
export const systemPasswordHasher: PasswordHasher = {
  hash: (password) => keepWork(hash(plain(password), COST)),
  verify: async (stored, password) => {
    try {
      return await keepWork(verify(stored, plain(password)));
    } catch {
      // What is stored is no hash; then nothing is the password of it.
      return false;
    }
  },
};

/** The hash of a password that nobody has: what an unknown user's is compared with. */
export const DECOY_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$" +
  "Zm9ydHktdHdvIGJ5dGVzIHRoYXQgYXJlIG5vIGhhc2g";
