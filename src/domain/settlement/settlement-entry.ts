import { money, type Money } from "../../kernel/money.ts";
import { postingsOf, type Posting } from "../ledger/posting.ts";
import type { AgreedLine } from "./compare-settlement.ts";
import type { SettlementKind } from "./settlement-line.ts";
import { partOf, type SettlementPart } from "./settlement-part.ts";
import { netOf } from "./term.ts";

/** The first word of a settled line's reference in the books. */
export const SETTLEMENT_ENTRY = "settlement";

/**
 * The books' reference of a settled line: `settlement sale att_…`, with the number behind it for an
 * installment. It takes the place of the
 * attempt id that other postings have, so kind and attempt are packed into one text. The reference
 * is part of the postings' primary key and of the leaves that seals hold, so stored ones can never
 * be rewritten. The store unpacks it with the SQL of `packed-references.ts`.
 */
export function settlementEntryId(
  kind: SettlementKind,
  attemptId: string,
  part?: SettlementPart,
): string {
  const whole = `${SETTLEMENT_ENTRY} ${kind} ${attemptId}`;
  return part === undefined ? whole : `${whole} ${part.number}`;
}

/**
 * The postings of a line on which the acquirer and our books agree. The acquirer pays out the net
 * amount of a sale and takes back that of a refund; for a small sale whose fixed fee exceeds it,
 * the acquirer takes back the difference. The expected commission was posted with the sale, and
 * with the reversal of one that the bank took back, so only the difference is posted here; other
 * refunds were posted without commission.
 */
export function settlementPostings({ line, expected }: AgreedLine): readonly Posting[] {
  const above = (minor: bigint): Money => money(minor > 0n ? minor : 0n, line.gross.currency);
  const net = netOf(line.gross, line.commission).minor;
  const share = partOf(expected.commission?.minor ?? 0n, line.part);
  const extra = line.commission.minor - share;
  const [paidOut, extraCommission] = line.kind === "sale" ? [net, extra] : [-net, -extra];
  return [
    ...postingsOf("settled", { moved: above(paidOut), commission: above(extraCommission) }),
    ...postingsOf("taken_back", { moved: above(-paidOut) }),
    ...postingsOf("commission_corrected", { commission: above(-extraCommission) }),
  ];
}
