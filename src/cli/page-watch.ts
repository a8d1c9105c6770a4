import { readFile, writeFile } from "node:fs/promises";
import { defineCommand } from "./kit/command.ts";
import type { Difference } from "../checkout/page-watch/difference.ts";
import type { Expectation } from "../checkout/page-watch/expectation.ts";
import { readExpectation } from "../checkout/page-watch/read-expectation.ts";
import { NotReceived } from "../checkout/page-watch/receive.ts";
import { watchPages, type WatchReport } from "../checkout/page-watch/watch-pages.ts";
import { PAYMENT_SCRIPTS } from "../page/script-inventory.ts";
import { withoutEndSlashes } from "../kernel/text.ts";
import { json } from "./kit/arguments.ts";
import { openPageWatch } from "../service/http/page-release.ts";
import { EXIT } from "../service/start/exit-code.ts";
import { Unreachable } from "./kit/command-end.ts";
import { withApi, type MerchantApi } from "./kit/merchant-api.ts";
import { CommandError, print } from "./kit/output.ts";
import { UsageError } from "./kit/usage-error.ts";

/** `vezne page-watch` compares the payment pages, as a browser receives them, with the release. */
export const pageWatchCommand = defineCommand({
  meta: {
    name: "page-watch",
    description:
      "Fetch the payment pages as a browser does, and compare headers, scripts and markup with " +
      "the release; exit code 1 if anything differs",
  },
  args: {
    url: {
      type: "string",
      description: "Address of the pages; default: the address of new sessions",
    },
    expect: { type: "string", description: "Compare with this file of --save, not this release" },
    save: { type: "string", description: "File to write the expectation to, with the sites found" },
    json,
  },
  run: ({ args }) =>
    withApi(async (api) => {
      const expectation =
        args.expect === undefined ? undefined : await readExpectationFile(args.expect);
      const { base, sessionId } = await openSession(api, addressOf(args.url));
      const report = await watch({ base, sessionId, expectation, apiKey: api.apiKey });
      if (args.save !== undefined) {
        await writeFile(args.save, `${JSON.stringify(report.expectation, null, 2)}\n`);
      }
      print({ json: documentOf(base, report), text: textOf(base, report) }, args.json);
      if (report.differences.length > 0) process.exitCode = EXIT.refused;
    }),
});

type ComparedPage = {
  readonly base: string;
  readonly sessionId: string;
  readonly expectation: Expectation | undefined;
  readonly apiKey: string;
};

async function watch({ apiKey, ...wish }: ComparedPage): Promise<WatchReport> {
  const mode = apiKey.startsWith("vz_live_") ? "live" : "test";
  try {
    return await watchPages(await openPageWatch(), { ...wish, mode });
  } catch (error) {
    if (!(error instanceof NotReceived)) throw error;
    throw new Unreachable(`the pages can't be fetched from ${wish.base}: ${error.message}`);
  }
}

/** Opens a session whose return URLs are the service's own, so that no other site is linked. */
async function openSession({ vezne, url }: MerchantApi, address: string | undefined) {
  const session = await vezne.sessions.create({
    amount: 100,
    success_url: `${address ?? url}/docs`,
    fail_url: `${address ?? url}/docs`,
  });
  const [own = ""] = session.checkout_url.split("/checkout?", 1);
  return { base: address ?? own, sessionId: session.session_id };
}

function addressOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return withoutEndSlashes(text);
  throw new UsageError("--url must be an http or https address");
}

async function readExpectationFile(path: string): Promise<Expectation> {
  const text = await readFile(path, "utf8").catch(() => {
    throw new CommandError(`${path} can't be read`);
  });
  const expectation = readExpectation(text);
  if (expectation !== undefined) return expectation;
  throw new CommandError(`${path} is no file of vezne page-watch --save`);
}

function documentOf(base: string, { expectation, differences }: WatchReport) {
  const { release, files, pages } = expectation;
  const scripts = PAYMENT_SCRIPTS.flatMap(({ name, reason }) =>
    Object.entries(files)
      .filter(([file]) => file.startsWith(`assets/${name}-`) && file.endsWith(".js"))
      .map(([file, integrity]) => ({ name, file, integrity, reason })),
  );
  return {
    url: base,
    release,
    unchanged: differences.length === 0,
    differences,
    scripts,
    links: pages.hosted.links ?? [],
    framed_by: pages.frame.framedBy ?? [],
  };
}

function textOf(base: string, { expectation, differences }: WatchReport): string {
  const { release, files } = expectation;
  if (differences.length > 0) return differences.map(lineOf).join("\n");
  return (
    `The payment pages at ${base} are those of release ${release}: headers, markup and ` +
    `${Object.keys(files).length} scripts and styles are unchanged.`
  );
}

function lineOf({ kind, where, expected, found }: Difference): string {
  const lines = [`${kind}: ${where}`, `expected  ${orNothing(expected)}`];
  return [...lines, `found     ${orNothing(found)}`].join("\n  ");
}

function orNothing(text: string): string {
  return text === "" ? "nothing" : text;
}
