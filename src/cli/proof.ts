import { readFile } from "node:fs/promises";
import { defineCommand } from "./kit/command.ts";
import { systemHash } from "../system/hash.ts";
import { parseOrderId } from "../kernel/ids.ts";
import { checkProof } from "../domain/ledger/proof.ts";
import { readProofDocument } from "../domain/ledger/read-proof.ts";
import { json } from "./kit/arguments.ts";
import { CommandError, print } from "./kit/output.ts";
import { runOnInstallation, UNLIMITED } from "./kit/with-installation.ts";

export const proofCommand = defineCommand({
  meta: {
    name: "proof",
    description: "Export the proof that an order is in the sealed books, or check one offline",
  },
  args: {
    order: { type: "positional", required: false, description: "Order id (ORD-…)" },
    check: { type: "string", description: "A file that `vezne proof ORDER` wrote" },
    json,
  },
  run: ({ args }) =>
    args.check === undefined ? exportProof(args.order ?? "") : checkFile(args.check, args.json),
});

/** Prints the proof, which is a JSON document with and without `--json`. */
function exportProof(order: string): Promise<void> {
  return runOnInstallation(async ({ readProof }) => {
    const orderId = parseOrderId(order);
    if (orderId === undefined) throw new CommandError("name an order (ORD-…), or --check FILE");
    const proof = await readProof(orderId);
    if (proof === undefined) {
      throw new CommandError(`nothing of ${orderId} is sealed; seals are made every few seconds`);
    }
    print({ json: proof, text: "" }, true);
  }, UNLIMITED);
}

async function checkFile(path: string, asJson: boolean): Promise<void> {
  const proof = readProofDocument(await readFile(path, "utf8").catch(() => ""));
  const verdict =
    proof === undefined
      ? ({ ok: false, problem: "it is not a proof of Vezne" } as const)
      : checkProof(systemHash, proof);
  if (!verdict.ok) process.exitCode = 1;
  const text = verdict.ok
    ? [
        `${proof?.order_id} is in the books of ${proof?.merchant_id}`,
        `${verdict.leaves} entries, sealed up to seal ${verdict.seal}`,
        `head ${verdict.head}`,
        ...(proof?.leaves ?? []).map(({ content }) => `  ${content.split("\n").join(" | ")}`),
      ].join("\n")
    : `not proven: ${verdict.problem}`;
  print({ json: verdict, text }, asJson);
}
