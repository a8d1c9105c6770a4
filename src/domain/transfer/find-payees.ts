import { groupsOf } from "../../kernel/groups.ts";
import type { OrderId } from "../../kernel/ids.ts";
import type { TransferStore } from "./ports.ts";
import { findAllCodes } from "./reference-code.ts";
import type {
  JudgedLine,
  LineOwner,
  LineVerdict,
  StatementLine,
  UnmatchedReason,
} from "./statement-line.ts";
import type { TransferRequest } from "./transfer-request.ts";

/** A line that has the code of a request. */
export type Claim = { readonly line: StatementLine; readonly request: TransferRequest };

/** A line with the facts that are known before its payment is read. */
type Sighting = {
  readonly line: StatementLine;
  /** Merchants that receive transfers at the line's account, two at most. */
  readonly owners: readonly LineOwner[];
  /** Requests with a code of the line. */
  readonly requests: readonly TransferRequest[];
};

type Transfers = Pick<TransferStore, "someOwnersOf" | "areAccountsOf" | "findByReference">;

/** Finds for each line the request whose code it has, or the verdict that it pays none. */
export async function findPayees(
  transfers: Transfers,
  lines: readonly StatementLine[],
): Promise<readonly (Claim | JudgedLine)[]> {
  const owners = await ownersOfAccounts(transfers, lines);
  const requests = await requestsOf(transfers, lines);
  const seen = lines.map((line, index): Sighting => ({
    line,
    owners: owners.get(line.account) ?? [],
    requests: requests[index] ?? [],
  }));
  const foreign = await foreignAmong(transfers, seen);
  return seen.map((one) => payeeOf(one, foreign.has(one)));
}

function payeeOf({ line, owners, requests }: Sighting, isForeign: boolean): Claim | JudgedLine {
  const [request] = requests;
  const sole = line.scope ?? (owners.length === 1 ? owners[0] : undefined);
  const refused = (reason: UnmatchedReason) => ({ line, verdict: unmatched(reason, sole) });
  if (request === undefined) return refused("unknown_reference");
  if (requests.length > 1) return ambiguous({ line, owners, requests }, sole);
  return isForeign ? refused("wrong_account") : { line, request };
}

/**
 * Judges a line with several codes. An account of the sandbox belongs to all merchants, so there
 * the owner of the line is the merchant who gave out the codes.
 */
function ambiguous({ line, owners, requests }: Sighting, sole: LineOwner | undefined): JudgedLine {
  const [first] = requests;
  const areOfOne = first !== undefined && requests.every((one) => isSameOwner(first, one));
  const isShared = owners.length > 1 && owners.every(({ mode }) => mode === "test");
  const payee = areOfOne && isShared && first.mode === "test" ? first : undefined;
  const owner = sole ?? (payee && { merchantId: payee.merchantId, mode: payee.mode });
  return { line, verdict: unmatched("ambiguous_reference", owner) };
}

/** Finds the owners of each account with one look-up; a statement has few accounts. */
export async function ownersOfAccounts(
  transfers: Transfers,
  lines: readonly StatementLine[],
): Promise<ReadonlyMap<string, readonly LineOwner[]>> {
  const owners = new Map<string, readonly LineOwner[]>();
  for (const account of new Set(lines.map((line) => line.account))) {
    owners.set(account, await transfers.someOwnersOf(account));
  }
  return owners;
}

/** The requests with a code of each line, of the line's merchant if it has one. */
export async function requestsOf(
  transfers: Transfers,
  lines: readonly StatementLine[],
): Promise<readonly (readonly TransferRequest[])[]> {
  const codes = lines.map(({ description }) => findAllCodes(description));
  const all = [...new Set(codes.flatMap((some) => [...some]))];
  if (all.length === 0) return [];
  // Text with the form of a code may be another number that the bank wrote, so only codes that were
  // given out count. Several merchants may have given out one code.
  const found = await transfers.findByReference(all);
  const byCode = groupsOf(found.map((request) => [request.referenceCode, request]));
  return lines.map(({ scope }, index) =>
    [...(codes[index] ?? [])]
      .flatMap((code) => byCode.get(code) ?? [])
      .filter((request) => scope === undefined || isSameOwner(scope, request)),
  );
}

/**
 * The lines at an account that is not that of the request's merchant, or not in the request's mode:
 * money on a merchant's live account pays no test payment. If no merchant is known to
 * receive transfers at the account, the source of the statement is trusted and the account is not
 * checked.
 */
async function foreignAmong(
  transfers: Transfers,
  seen: readonly Sighting[],
): Promise<ReadonlySet<Sighting>> {
  const checked = seen.filter(({ owners, requests }) => owners.length > 0 && requests.length === 1);
  if (checked.length === 0) return new Set();
  const isOwn = await transfers.areAccountsOf(
    checked.flatMap(({ line, requests }) =>
      requests.map((owner) => ({ owner, iban: line.account })),
    ),
  );
  return new Set(checked.filter((one, index) => isOwn[index] !== true || isOfOtherMode(one)));
}

/** A merchant's own statement is judged in the mode in which the merchant imported it. */
function isOfOtherMode({ line, owners: [owner], requests: [request] }: Sighting): boolean {
  return line.scope === undefined && owner?.mode !== request?.mode;
}

export function unmatched(
  reason: UnmatchedReason,
  owner: LineOwner | undefined,
  orderId?: OrderId,
): LineVerdict {
  return { kind: "unmatched", reason, owner, orderId };
}

function isSameOwner(left: LineOwner, right: LineOwner): boolean {
  return left.merchantId === right.merchantId && left.mode === right.mode;
}
