import type { Door } from "../kit/door.ts";
import { terminalName } from "../kit/door.ts";

/** The keys of an account; those of the sandbox begin with `sandbox-`. */
export type Account = { readonly apiKey: string; readonly secretKey: string };

const ACCOUNTS: readonly Account[] = [
  { apiKey: "sandbox-api-key", secretKey: "sandbox-secret-key" },
  {
    apiKey: "sandbox-apiKeyForTests0000000000000",
    secretKey: "sandbox-secretKeyForTests000000000",
  },
];

export function accountOf(apiKey: string): Account | undefined {
  return ACCOUNTS.find((one) => one.apiKey === apiKey);
}

/** The account of a terminal in the book. */
export function accountNamed(door: Door, terminal: string): Account | undefined {
  return ACCOUNTS.find(({ apiKey }) => terminalName(door, apiKey) === terminal);
}
