// tier: core
import { randomBytes } from "node:crypto";
import { sqlBook } from "../../src/bank/sql-book.ts";
import { memoryBook } from "../../src/bank/memory-book.ts";
import type { Book } from "../../src/bank/book.ts";
import { newMerchantId } from "../../src/kernel/ids.ts";
import { answerChallenge } from "../support/bank-customer.ts";
import { createTestDatabase } from "../support/database.ts";
import { sandboxCard, startSandboxBank } from "../support/sandbox-bank.ts";
import { acquirerContract } from "./acquirer-contract.ts";
import type { AcquirerWorld } from "./acquirer-world.ts";

async function worldWith(book: Book, drop: () => Promise<void>): Promise<AcquirerWorld> {
  const bank = await startSandboxBank({ book });
  return {
    acquirer: bank.acquirer,
    clock: bank.clock,
    merchantId: bank.merchantId,
    otherMerchantId: newMerchantId({ bytes: (count) => randomBytes(count) }),
    approvedCard: sandboxCard("5528790000000008"),
    declinedCards: [
      ["insufficient_balance", sandboxCard("4111111111111129")],
      ["do_not_honour", sandboxCard("4129111111111111")],
      ["card_blocked", sandboxCard("4127111111111113")],
      ["card_blocked", sandboxCard("4126111111111114")],
      ["card_blocked", sandboxCard("4120111111111110")],
      ["expired_card", sandboxCard("4125111111111115")],
      ["invalid_cvc", sandboxCard("4124111111111116")],
      ["suspected_fraud", sandboxCard("4121111111111119")],
      ["general_error", sandboxCard("4130111111111118")],
      ["invalid_card_number", sandboxCard("5528790000000009")],
      ["invalid_cvc", sandboxCard("5528790000000008", { cvc: "1234" })],
      ["invalid_cvc", sandboxCard("374427000000003", { cvc: "123" })],
      ["expired_card", sandboxCard("5528790000000008", { month: 10, year: 2026 })],
    ],
    answer: answerChallenge,
    async close() {
      await bank.close();
      await drop();
    },
  };
}

acquirerContract("the sandbox acquirer, on PostgreSQL,", async () => {
  const database = await createTestDatabase();
  return worldWith(sqlBook(database.open()), () => database.drop());
});

acquirerContract("the sandbox acquirer, in memory,", () =>
  worldWith(memoryBook(), () => Promise.resolve()),
);
