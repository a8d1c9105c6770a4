import { instant } from "../../../kernel/clock.ts";
import { money } from "../../../kernel/money.ts";
import type { Movement, MovementList, MovementQuery, Unknown } from "../../../payment/acquirer.ts";
import { type SandboxAnswer, unknown } from "./answer.ts";
import { ask, type Line, readOrUnknown } from "./exchange.ts";
import { movementsMessage } from "./request.ts";

type ListedMovement = NonNullable<SandboxAnswer["movements"]>[number];

/** Lists what the simulated bank booked for a merchant on a day, page after page. */
export async function listMovements(
  line: Line,
  query: MovementQuery,
): Promise<MovementList | Unknown> {
  const movements: Movement[] = [];
  for (let page = 0; ; page += 1) {
    const listed = readOrUnknown(await ask(line, movementsMessage(query, page)), readPage);
    if (listed.kind === "unknown") return listed;
    if (listed.movements.length === 0) return { kind: "movements", movements };
    movements.push(...listed.movements);
  }
}

function readPage({ state, code, movements }: SandboxAnswer): MovementList | Unknown {
  if (state !== "movements" || movements === undefined)
    return unknown(`unexpected_${state}_${code}`);
  return { kind: "movements", movements: movements.map(readMovement) };
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
