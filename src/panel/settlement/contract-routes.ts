import { Readable } from "node:stream";
import { parseCalendarDay } from "../../kernel/calendar-day.ts";
import { ok } from "../../kernel/result.ts";
import { importTerms } from "../../file/import/import-settlement-file.ts";
import { done, NOT_FOUND, redirect, refusal, type PanelAnswer } from "../kit/answer.ts";
import type { SandboxSettlement } from "../kit/panel-services.ts";
import type { MerchantContext } from "../kit/context.ts";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { UPLOAD_BYTES_MAX } from "../../http/body/upload.ts";
import { isoDay } from "../../page/parts/typed-day.ts";
import { editRoutes } from "../tables/edit-page.tsx";
import { historyRoutes } from "../tables/history-page.tsx";
import { tableWords } from "../tables/words.ts";
import { dayWords } from "../../page/parts/day-words.ts";
import { contractTable } from "./contract-form.tsx";
import { settlementPage } from "./settlement-page.tsx";
import { importedText } from "../tables/imported-text.ts";

const PATH = "settlement";

const AUDIT = { action: "table.imported", kind: "table", id: "settlement contract" } as const;

/** Putting a contract in force, and the files of the test bank for developers. */
export const contractRoutes: readonly PanelRoute[] = [
  merchantRoute({
    method: "POST",
    path: `${PATH}/contract`,
    permission: "settlement.change",
    audit: AUDIT,
    upload: { fileBytes: UPLOAD_BYTES_MAX, page: (context) => settlementPage(context, []) },
    run: async (context) => {
      const { contract: file } = context.request.files;
      const { choose } = tableWords[context.language];
      if (file === undefined) return redirect(context.to(PATH), refusal(choose));
      return putInForce(context, file);
    },
  }),
  merchantRoute({
    method: "POST",
    path: `${PATH}/sandbox-contract`,
    permission: "settlement.change",
    audit: AUDIT,
    run: async (context) => {
      const sandbox = sandboxOf(context);
      if (sandbox === undefined) return NOT_FOUND;
      return putInForce(context, new TextEncoder().encode(sandbox.contract()));
    },
  }),
  merchantRoute({
    method: "GET",
    path: `${PATH}/sandbox-file`,
    permission: "settlement.see",
    run: sandboxFile,
  }),
  ...editRoutes(contractTable),
  ...historyRoutes(contractTable),
];

async function putInForce(context: MerchantContext, file: Uint8Array): Promise<PanelAnswer> {
  const { kit, scope, language, signedIn } = context;
  const imported = await importTerms(kit, { owner: scope, file, by: signedIn.user.email });
  if (!imported.ok) return settlementPage(context, imported.refusal);
  const { rows, setAside } = imported.value;
  await context.log.done({ after: { rows } });
  return redirect(
    context.to(PATH),
    done(importedText(language, tableWords[language].imported(rows), setAside)),
  );
}

async function sandboxFile(context: MerchantContext): Promise<PanelAnswer> {
  const { request, scope, language } = context;
  const sandbox = sandboxOf(context);
  if (sandbox === undefined) return NOT_FOUND;
  const until = parseCalendarDay(isoDay(request.query["until"] ?? ""));
  if (until === undefined) {
    return redirect(context.to(PATH), refusal(dayWords[language].wrongDay));
  }
  return {
    kind: "file",
    name: `settlement-test-${until}.csv`,
    type: "text/csv; charset=utf-8",
    open: async () => ok(Readable.from([await sandbox.file(scope.merchantId, until)])),
  };
}

function sandboxOf({ kit, scope }: MerchantContext): SandboxSettlement | undefined {
  return scope.mode === "test" ? kit.sandboxSettlement : undefined;
}
