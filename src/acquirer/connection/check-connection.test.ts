import { expect, it } from "vitest";
import { connectionOf } from "../../../test/support/connections.ts";
import { movableClock } from "../../../test/support/sandbox-bank.ts";
import type { CheckNote } from "../../domain/connection/connection.ts";
import type { Acquirer } from "../../domain/payment/acquirer.ts";
import { askBank } from "./check-connection.ts";

it("a check is as old as its question, so that it accepts no change made while the bank answers", async () => {
  const clock = movableClock();
  const asked = clock.now();
  const acquirer: Partial<Acquirer> = {
    check: async () => {
      clock.move(3_000);
      return { kind: "ready" };
    },
  };
  const notes: CheckNote[] = [];
  const deps = {
    clock,
    opened: { of: async () => acquirer as Acquirer, openWith: () => undefined },
    connections: {
      noteCheck: async (_id: unknown, note: CheckNote) => {
        notes.push(note);
      },
    },
  };
  await askBank(deps, connectionOf(1));
  expect(notes).toMatchObject([{ kind: "ready", at: asked }]);
});
