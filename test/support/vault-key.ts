/** Shared by services on one database, so that none writes a key into the working directory. */
export const VAULT_KEY = Buffer.alloc(32, "vault key of the tests").toString("base64");
