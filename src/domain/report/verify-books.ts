import { CHART } from "../ledger/accounts.ts";
import { POSTING_RULES } from "../ledger/posting-rules.ts";
import { merkleRoot, type Hash } from "../ledger/merkle.ts";
import { chainHash, NO_SEAL_HASH } from "../ledger/seal.ts";
import { toHex } from "../ledger/proof.ts";
import { isPublicStep } from "../payment/public-path.ts";
import type {
  BooksCounts,
  BooksReader,
  Difference,
  PostedSum,
  SealedTree,
} from "./books-reader.ts";

export type AccountBalance = {
  readonly merchantId: string;
  readonly mode: string;
  readonly currency: string;
  readonly account: string;
  readonly debits: bigint;
  readonly credits: bigint;
};

export type BooksReport = BooksCounts & {
  readonly differences: readonly Difference[];
  readonly balances: readonly AccountBalance[];
  readonly seals: number;
};

export type VerifyDeps = { readonly books: BooksReader; readonly hash: Hash };

/** Recomputes the books' figures from their rows; reads only. */
export async function verifyBooks({ books, hash }: VerifyDeps): Promise<BooksReport> {
  const [chains, rows, steps, sums, counted] = await Promise.all([
    checkChains(books.trees(), hash),
    books.differences(),
    books.steps(),
    books.sums(),
    books.counts(),
  ]);
  return {
    differences: [
      ...sums.flatMap(ruleProblem),
      ...rows,
      ...steps.flatMap(({ subject, ...step }) =>
        isPublicStep(step) ? [] : [{ check: "histories", subject, problem: stepText(step) }],
      ),
      ...chains.differences,
    ],
    balances: balancesOf(sums),
    seals: chains.seals,
    ...counted,
  };
}

async function checkChains(
  trees: AsyncIterable<SealedTree>,
  hash: Hash,
): Promise<Pick<BooksReport, "seals" | "differences">> {
  let seals = 0;
  const differences: Difference[] = [];
  let before: SealedTree | undefined;
  for await (const tree of trees) {
    seals += 1;
    differences.push(...sealProblems(hash, before, tree));
    before = tree;
  }
  return { seals, differences };
}

const PAIRS: ReadonlySet<string> = new Set(
  Object.values(POSTING_RULES).flatMap((rule) =>
    rule.map(({ debit, credit }) => `${debit} ${credit}`),
  ),
);

function ruleProblem({ debit, credit, subject }: PostedSum): Difference[] {
  if (PAIRS.has(`${debit} ${credit}`)) return [];
  return [{ check: "rules", subject, problem: `no rule moves money from ${credit} to ${debit}` }];
}

function stepText(step: Parameters<typeof isPublicStep>[0]): string {
  const from = step.from ?? "nothing";
  return "to" in step
    ? `its events go from ${from} to ${step.to}`
    : `its last event says ${from} and its state is ${step.state}`;
}

function sealProblems(
  hash: Hash,
  before: SealedTree | undefined,
  { seal, hashes, storedHash }: SealedTree,
): Difference[] {
  const follows = before?.seal.merchantId === seal.merchantId ? before : undefined;
  const expectedNumber = (follows?.seal.number ?? 0) + 1;
  const problems = [
    seal.number === expectedNumber ? undefined : `seal ${expectedNumber} is missing before it`,
    hashes.length === seal.leaves && toHex(merkleRoot(hash, hashes)) === toHex(seal.root)
      ? undefined
      : "its entries do not make its root",
    toHex(seal.previousHash) === toHex(follows?.storedHash ?? NO_SEAL_HASH)
      ? undefined
      : "it is not linked to the seal before",
    toHex(chainHash(hash, seal)) === toHex(storedHash) ? undefined : "its hash is not its own",
  ];
  const subject = `${seal.merchantId} seal ${seal.number}`;
  return problems.flatMap((problem) =>
    problem === undefined ? [] : [{ check: "seals", subject, problem }],
  );
}

function balancesOf(sums: readonly PostedSum[]): AccountBalance[] {
  const balances = new Map<string, AccountBalance>();
  const book = (sum: PostedSum, account: string, side: "debits" | "credits"): void => {
    const { merchantId, mode, currency } = sum;
    const key = [merchantId, mode, currency, account].join(" ");
    const known = balances.get(key) ?? {
      merchantId,
      mode,
      currency,
      account,
      debits: 0n,
      credits: 0n,
    };
    balances.set(key, { ...known, [side]: known[side] + sum.amount });
  };
  for (const sum of sums) {
    book(sum, sum.debit, "debits");
    book(sum, sum.credit, "credits");
  }
  return [...balances.values()].toSorted((left, right) => orderOf(left) - orderOf(right));
}

function orderOf({ account }: AccountBalance): number {
  return Object.keys(CHART).indexOf(account);
}
