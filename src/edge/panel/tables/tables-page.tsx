import type { Result } from "../../../kernel/result.ts";
import type { RowProblem } from "../../../table/table-row.ts";
import { may } from "../../../merchant/permission.ts";
import { importLimits, importRates, type TermsFile } from "../../import/import-terms.ts";
import { done, redirect, refusal, type PanelAnswer } from "../kit/answer.ts";
import type { MerchantContext } from "../kit/context.ts";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { UPLOAD_BYTES_MAX } from "../kit/upload.ts";
import { ProblemList } from "./problem-list.tsx";
import { TableUpload } from "./table-upload.tsx";
import { LimitTable, RateTable } from "./term-tables.tsx";
import { tableWords } from "./words.ts";

const PATH = "tables";
/** The columns of the files; the optional ones are last. */
const RATE_FILE = [
  "program, card_bank, installment_count, commission_rate, valid_from",
  "borne_by, card_category, bank_code, valid_to",
] as const;
const LIMIT_FILE = ["category, max_installments, valid_from", "valid_to"] as const;

/** A merchant's commission rates and installment limits in a mode. */
export const tablesRoutes: readonly PanelRoute[] = [
  merchantRoute({
    method: "GET",
    path: PATH,
    permission: "tables.see",
    run: (context) => tablesPage(context, []),
  }),
  uploadRoute("rates"),
  uploadRoute("limits"),
];

function uploadRoute(table: "rates" | "limits"): PanelRoute {
  return merchantRoute({
    method: "POST",
    path: `${PATH}/${table}`,
    permission: "tables.change",
    upload: { fileBytes: UPLOAD_BYTES_MAX, page: (context) => tablesPage(context, []) },
    run: (context) => takeFile(context, table),
  });
}

type Imported = Result<{ readonly rows: number }, readonly RowProblem[]>;

async function takeFile(context: MerchantContext, table: "rates" | "limits"): Promise<PanelAnswer> {
  const { kit, request, scope, language } = context;
  const words = tableWords[language];
  const file = request.files[table];
  if (file === undefined) return redirect(context.to(PATH), refusal(words.choose));
  const { merchantId, mode } = scope;
  const terms: TermsFile = { owner: { merchantId, mode }, file };
  const imported: Imported =
    table === "rates" ? await importRates(kit, terms) : await importLimits(kit, terms);
  if (!imported.ok) return tablesPage(context, imported.refusal);
  const { rows } = imported.value;
  await context.record({
    action: "table.imported",
    object: { kind: "table", id: table },
    after: { rows },
  });
  return redirect(context.to(PATH), done(words.imported(rows)));
}

async function tablesPage(
  context: MerchantContext,
  problems: readonly RowProblem[],
): Promise<PanelAnswer> {
  const { kit, scope, language, signedIn } = context;
  const words = tableWords[language];
  const { merchantId, mode } = scope;
  const terms = await kit.installmentTerms.imported({ merchantId, mode });
  return {
    kind: "page",
    status: problems.length === 0 ? 200 : 422,
    nav: "tables",
    title: words.title,
    body: (
      <>
        <ProblemList language={language} problems={problems} />
        <section>
          <h2>{words.rates}</h2>
          <RateTable context={context} rates={terms.rates} />
        </section>
        <section>
          <h2>{words.limits}</h2>
          <LimitTable context={context} limits={terms.limits} />
        </section>
        {may(signedIn.user, "tables.change") && <Uploads context={context} />}
      </>
    ),
  };
}

function Uploads({ context }: { readonly context: MerchantContext }) {
  const words = tableWords[context.language];
  return (
    <>
      <TableUpload
        context={context}
        action={context.to(`${PATH}/rates`)}
        title={words.uploadRates}
        hint={words.csv(...RATE_FILE)}
        name="rates"
      />
      <TableUpload
        context={context}
        action={context.to(`${PATH}/limits`)}
        title={words.uploadLimits}
        hint={words.csv(...LIMIT_FILE)}
        name="limits"
      />
    </>
  );
}
