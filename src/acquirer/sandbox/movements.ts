import { instant } from "../../kernel/clock.ts";
import { money } from "../../kernel/money.ts";
import type {
  Movement,
  MovementList,
  MovementQuery,
  Unknown,
} from "../../domain/payment/acquirer.ts";
import { type SandboxAnswer, unknown } from "./answer.ts";
import { ask, type Line, readOrUnknown } from "./exchange.ts";
import { movementsMessage } from "./request.ts";

type ListedMovement = NonNullable<SandboxAnswer["movements"]>[number];

/** Lists a page of what the test bank booked for a merchant on a day. */
export async function listMovements(
  line: Line,
  query: MovementQuery,
): Promise<MovementList | Unknown> {
  return readOrUnknown(await ask(line, movementsMessage(query)), readPage);
}

function readPage({ state, code, movements }: SandboxAnswer): MovementList | Unknown {
  if (state !== "movements" || movements === undefined)
    return unknown(`unexpected_${state}_${code}`);
  const last = movements.at(-1);
  return {
    kind: "movements",
    movements: movements.map(readMovement),
    next: last && `${last.booked_at}-${last.request_id}`,
  };
}

function readMovement(listed: ListedMovement): Movement {
  return {
    reference: listed.request_id,
    original: listed.original_request_id,
    kind: listed.type,
    amount: money(BigInt(listed.amount), listed.currency),
    bookedAt: instant(listed.booked_at),
    bankReference: listed.reference,
  };
}
