import { importStatement, type ImportReport } from "../../domain/transfer/import-statement.ts";
import { StatementError } from "../../file/statement/statement-error.ts";
import type { StatementFile } from "../../file/statement/statement-file.ts";
import { done, redirect, refusal, type PanelAnswer } from "../kit/answer.ts";
import type { MerchantContext } from "../kit/context.ts";
import { formatMoney } from "../../page/format.ts";
import { Fact, Facts } from "../../page/parts/facts.tsx";
import { importWords } from "./import-words.ts";
import { NotTaken } from "./not-taken.tsx";
import { transferWords } from "./words.ts";

/** The lines that the page shows of those that may be copies. */
const SHOWN = 200;

/** Applies a statement of the merchant; its lines can complete only this merchant's payments. */
export async function importUpload(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, request, scope, language } = context;
  const words = transferWords[language];
  const { file } = request.files;
  if (file === undefined) return redirect(context.to("transfers"), refusal(words.choose));
  const id = await kit.fileDigest(file);
  const statement = await read(context, file);
  if (statement instanceof StatementError) {
    const { flaw, text } = statement;
    const reason = words.unreadable(importWords[language].flaws[flaw](text));
    return redirect(context.to("transfers"), refusal(reason));
  }
  const { merchantId, mode } = scope;
  const { lines } = statement;
  await context.log.asked({ object: { kind: "statement", id }, after: { lines: lines.length } });
  const report = await importStatement(kit, {
    lines,
    scope: { merchantId, mode },
    uploadedBy: context.signedIn.user.userId,
  });
  await context.log.done();
  return reportPage(context, report, statement);
}

async function read(
  { kit }: MerchantContext,
  file: Uint8Array,
): Promise<StatementFile | StatementError> {
  try {
    return await kit.files.statement(file);
  } catch (error) {
    if (error instanceof StatementError) return error;
    throw error;
  }
}

function reportPage(
  context: MerchantContext,
  report: ImportReport,
  file: StatementFile,
): PanelAnswer {
  const { language } = context;
  const words = transferWords[language];
  const { lines, matched, unmatched, duplicates, possibleCopies, putOff } = report;
  const { skipped, setAside, refused } = file;
  return {
    kind: "page",
    nav: "transfers",
    title: words.upload,
    crumbs: [{ label: words.title, href: context.to("transfers") }],
    flash: refused.length === 0 ? done(words.imported) : refusal(words.notBalanced),
    body: (
      <section class="card">
        <Facts>
          <Fact name={words.lines}>{lines}</Fact>
          <Fact name={words.matched}>{matched}</Fact>
          <Fact name={words.unmatched}>{unmatched.length}</Fact>
          <Fact name={words.duplicates}>{duplicates}</Fact>
          {possibleCopies.length > 0 && (
            <Fact name={words.possibleCopies}>{possibleCopies.length}</Fact>
          )}
          {putOff > 0 && <Fact name={words.putOff}>{putOff}</Fact>}
          <Fact name={words.skipped}>{skipped}</Fact>
          {setAside.length > 0 && <Fact name={words.setAside}>{setAside.length}</Fact>}
          {refused.length > 0 && <Fact name={words.refused}>{refused.length}</Fact>}
        </Facts>
        <NotTaken file={file} />
        {possibleCopies.length > 0 && (
          <>
            <p class="hint">{words.possibleCopiesHint}</p>
            <ul>
              {possibleCopies.slice(0, SHOWN).map(({ amount, description }) => (
                <li>
                  {formatMoney(amount, language)} <bdi>{description}</bdi>
                </li>
              ))}
            </ul>
          </>
        )}
        <p>
          <a href={context.to("transfers")}>{words.queue}</a>
        </p>
      </section>
    ),
  };
}
