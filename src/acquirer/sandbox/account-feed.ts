import { instant } from "../../kernel/clock.ts";
import { money } from "../../kernel/money.ts";
import type { AccountFeed } from "../../domain/transfer/ports.ts";
import type { StatementLine } from "../../domain/transfer/statement-line.ts";
import { type SandboxAnswer, unknown } from "./answer.ts";
import { ask, type Line, readOrUnknown } from "./exchange.ts";
import { feedMessage } from "./request.ts";

type FeedLine = NonNullable<SandboxAnswer["lines"]>[number];

/** The test bank's account feed, read over its own protocol. */
export function sandboxAccountFeed(line: Line): AccountFeed {
  return {
    name: "sandbox",
    linesAfter: async (position) =>
      readOrUnknown(await ask(line, feedMessage(position)), ({ state, code, lines }) => {
        if (state !== "lines" || lines === undefined) return unknown(`unexpected_${state}_${code}`);
        const last = lines.at(-1)?.number ?? position;
        return { kind: "lines", lines: lines.map(readLine), position: last };
      }),
  };
}

function readLine(line: FeedLine): StatementLine {
  return {
    account: line.iban,
    bankKey: line.reference,
    source: "feed",
    amount: money(BigInt(line.amount), line.currency),
    description: line.description,
    senderName: line.sender_name === "" ? undefined : line.sender_name,
    senderIban: line.sender_iban === "" ? undefined : line.sender_iban,
    bookedAt: instant(line.booked_at),
  };
}
