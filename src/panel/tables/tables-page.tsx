import { DAY, later } from "../../kernel/clock.ts";
import type { RowProblem } from "../../domain/table/table-row.ts";
import { may } from "../../domain/merchant/permission.ts";
import { importLimits, importRates, type TermsFile } from "../../file/import/import-terms.ts";
import { done, redirect, refusal, type PanelAnswer } from "../kit/answer.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { UPLOAD_BYTES_MAX } from "../../http/body/upload.ts";
import { editPath, editRoutes } from "./edit-page.tsx";
import { historyRoutes } from "./history-page.tsx";
import { limitTable } from "./limit-table.tsx";
import { ratesInForce, rateTable } from "./rate-table.tsx";
import { TableActions } from "./table-actions.tsx";
import { ProblemList } from "./problem-list.tsx";
import { TableUpload } from "./table-upload.tsx";
import { LimitTable, RateTable } from "./term-tables.tsx";
import { tableWords } from "./words.ts";
import { lawWords } from "../../page/law-words.ts";
import { UnmappedCategories } from "./unmapped-categories.tsx";
import { UnknownCards } from "./unknown-bins.tsx";
import { importedText } from "./imported-text.ts";

const PATH = "tables";
const WEEK = 7 * DAY;
const MONTH = 30 * DAY;

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
  ...editRoutes(rateTable),
  ...editRoutes(limitTable),
  ...historyRoutes(rateTable),
  ...historyRoutes(limitTable),
];

function uploadRoute(table: "rates" | "limits"): PanelRoute {
  return merchantRoute({
    method: "POST",
    path: `${PATH}/${table}`,
    permission: "tables.change",
    audit: { action: "table.imported", kind: "table", id: table },
    upload: { fileBytes: UPLOAD_BYTES_MAX, page: (context) => tablesPage(context, []) },
    run: (context) => takeFile(context, table),
  });
}

async function takeFile(context: MerchantContext, table: "rates" | "limits"): Promise<PanelAnswer> {
  const { kit, request, scope, language, signedIn } = context;
  const words = tableWords[language];
  const file = request.files[table];
  if (file === undefined) return redirect(context.to(PATH), refusal(words.choose));
  const { merchantId, mode } = scope;
  const terms: TermsFile = { owner: { merchantId, mode }, file, by: signedIn.user.email };
  const imported =
    table === "rates" ? await importRates(kit, terms) : await importLimits(kit, terms);
  if (!imported.ok) return tablesPage(context, imported.refusal);
  const { rows, setAside } = imported.value;
  await context.log.done({ after: { rows } });
  return redirect(context.to(PATH), done(importedText(language, words.imported(rows), setAside)));
}

function readTables(context: MerchantContext) {
  const { kit, scope } = context;
  const now = kit.clocks.now(scope);
  return Promise.all([
    kit.installmentTerms.imported(scope),
    ratesInForce(context),
    kit.unknownBins.since(scope, later(now, -WEEK)),
    kit.usedCategories.since(scope, later(now, -MONTH)),
  ]);
}

async function tablesPage(
  context: MerchantContext,
  problems: readonly RowProblem[],
): Promise<PanelAnswer> {
  const { scope, language, signedIn } = context;
  const words = tableWords[language];
  const [{ rates: own, limits }, rates, unknown, used] = await readTables(context);
  const mayChange = may(signedIn.user, "tables.change");
  return {
    kind: "page",
    status: problems.length === 0 ? 200 : 422,
    nav: "tables",
    title: words.title,
    body: (
      <>
        <ProblemList problems={problems} />
        <section>
          <h2>{words.rates}</h2>
          {own.length === 0 && <p class="hint">{words.noRates[scope.mode]}</p>}
          <TableActions table={rateTable} />
          {rates.length > 0 && (
            <RateTable
              rates={rates}
              editPath={mayChange ? (row) => editPath(context, rateTable, row) : undefined}
            />
          )}
        </section>
        <section>
          <h2>{words.limits}</h2>
          <p class="hint">{lawWords[language].unmapped}</p>
          <TableActions table={limitTable} />
          {limits.length === 0 ? (
            <p class="empty">{words.noLimits}</p>
          ) : (
            <LimitTable
              limits={limits}
              editPath={mayChange ? (row) => editPath(context, limitTable, row) : undefined}
            />
          )}
        </section>
        <UnmappedCategories used={used} limits={limits} />
        <UnknownCards found={unknown} />
        {mayChange && <Uploads />}
      </>
    ),
  };
}

function Uploads() {
  const { to } = useMerchant();
  const words = useWords(tableWords);
  return (
    <div class="cards">
      <TableUpload
        action={to(`${PATH}/rates`)}
        title={words.uploadRates}
        hint={words.csv}
        name="rates"
      />
      <TableUpload
        action={to(`${PATH}/limits`)}
        title={words.uploadLimits}
        hint={words.csv}
        name="limits"
      />
    </div>
  );
}
