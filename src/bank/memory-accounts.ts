import type { AccountLine, CurrentAccounts } from "./account-line.ts";

/** Current accounts in memory. */
export function memoryAccounts(): CurrentAccounts {
  const lines: AccountLine[] = [];
  return {
    book(transfer) {
      const line = { ...transfer, number: lines.length + 1 };
      lines.push(line);
      return Promise.resolve(line);
    },
    linesAfter: (number, limit) => Promise.resolve(lines.slice(number, number + limit)),
  };
}
