import type { CardFacts } from "../../domain/card/bin-record.ts";
import type { BinMode } from "../../domain/card/ports.ts";
import type { RowProblem } from "../../domain/table/table-row.ts";
import { mayOperate } from "../../domain/merchant/permission.ts";
import { importBins } from "../../file/import/import-bins.ts";
import { brandName } from "../../page/parts/brand-mark.tsx";
import { done, NOT_FOUND, redirect, refusal, type PanelAnswer } from "../kit/answer.ts";
import { type AccountContext, useAccount, useWords } from "../kit/context.ts";
import { Fact, Facts } from "../../page/parts/facts.tsx";
import { Button, Field, Select } from "../../page/parts/form.tsx";
import { operatorRoute, type PanelRoute } from "../kit/route.ts";
import { UPLOAD_BYTES_MAX } from "../../http/body/upload.ts";
import { Corrections, correctionPath, correctionRoutes } from "./bin-correction.tsx";
import { BinMappings, binMappingRoutes } from "./bin-mapping-routes.tsx";
import { isBinText, modeOf, ModeSelect } from "./bin-fields.tsx";
import { CardNoteTable, readCardDifferences } from "./card-notes.tsx";
import { ProblemList } from "./problem-list.tsx";
import { TableUpload } from "./table-upload.tsx";
import { tableWords } from "./words.ts";
import { importedText } from "./imported-text.ts";

const PATH = "bins";

/** The BIN table of the installation: a look-up, and a form that replaces the table. */
export const binsRoutes: readonly PanelRoute[] = [
  operatorRoute({
    method: "GET",
    path: PATH,
    permission: "bins.see",
    run: (context) => binsPage(context, []),
  }),
  operatorRoute({
    method: "POST",
    path: PATH,
    permission: "bins.change",
    audit: { action: "table.imported", kind: "table", id: "bins" },
    upload: { fileBytes: UPLOAD_BYTES_MAX, page: (context) => binsPage(context, []) },
    run: takeFile,
  }),
  ...correctionRoutes,
  ...binMappingRoutes,
];

async function takeFile(context: AccountContext): Promise<PanelAnswer> {
  const { kit, request, language } = context;
  const words = tableWords[language];
  const file = request.files["bins"];
  if (file === undefined) return redirect(context.panel(PATH), refusal(words.choose));
  const mode = modeOf(request.body["mode"]);
  const list = request.body["mapping"] ?? "";
  const kept = list === "" ? undefined : await kit.columnMappings.find({ use: "bins", name: list });
  if (list !== "" && kept === undefined) return NOT_FOUND;
  const wish = { mode, file, mapping: kept?.mapping };
  const imported = await importBins({ ...kit, bins: kit.binStore }, wish);
  if (!imported.ok) return binsPage(context, imported.refusal);
  const { records, added, changed, removed, setAside } = imported.value;
  await context.log.done({ after: { mode, records, added, changed, removed } });
  return redirect(
    context.panel(PATH),
    done(importedText(language, words.imported(records), setAside)),
  );
}

async function binsPage(
  context: AccountContext,
  problems: readonly RowProblem[],
): Promise<PanelAnswer> {
  const { kit, language, signedIn } = context;
  const words = tableWords[language];
  await kit.bins.refresh();
  const mayChange = mayOperate(signedIn.user, "bins.change");
  const names = (await kit.columnMappings.listBins()).map(({ name }) => name);
  return {
    kind: "page",
    status: problems.length === 0 ? 200 : 422,
    nav: "bins",
    title: words.binTitle,
    body: (
      <>
        <p class="hint">
          {words.binIntro} {words.binRows("test", kit.bins.table("test").size)}{" "}
          {words.binRows("live", kit.bins.table("live").size)}
        </p>
        <ProblemList problems={problems} />
        <LookUp />
        <Corrections
          test={await kit.binStore.corrections("test")}
          live={await kit.binStore.corrections("live")}
        />
        <CardNoteTable found={await readCardDifferences(kit)} />
        {mayChange && <BinMappings names={names} />}
        {mayChange && (
          <TableUpload
            action={context.panel(PATH)}
            title={words.uploadBins}
            hint={words.csv}
            name="bins"
          >
            <ModeSelect mode="live" />
            {names.length > 0 && <ListSelect names={names} />}
          </TableUpload>
        )}
      </>
    ),
  };
}

/** The form of the file: the product's own, or that of a bank's list. */
function ListSelect({ names }: { readonly names: readonly string[] }) {
  const words = useWords(tableWords);
  return (
    <Select
      name="mapping"
      label={words.listForm}
      value=""
      options={[["", words.ownForm], ...names.map((name) => [name, name] as const)]}
    />
  );
}

function LookUp() {
  const { kit, request, panel } = useAccount();
  const words = useWords(tableWords);
  const { bin } = request.query;
  const mode = modeOf(request.query["mode"]);
  const isBin = bin !== undefined && isBinText(bin);
  return (
    <section class="card">
      <form class="sift" action={panel(PATH)}>
        <Field
          name="bin"
          label={words.bin}
          value={isBin ? bin : undefined}
          error={bin === undefined || isBin ? "" : words.binWrong}
          inputMode="numeric"
          maxLength={8}
        />
        <ModeSelect mode={mode} />
        <Button kind="plain">{words.look}</Button>
      </form>
      {isBin && <Found mode={mode} bin={bin} facts={kit.bins.table(mode).find(bin).best} />}
    </section>
  );
}

type FoundProps = { readonly mode: BinMode; readonly bin: string; readonly facts: CardFacts };

function Found({ mode, bin, facts }: FoundProps) {
  const context = useAccount();
  const words = useWords(tableWords);
  const { user } = context.signedIn;
  return (
    <>
      <Facts>
        <Fact name={words.bank}>{facts.bankName ?? words.unknown}</Fact>
        <Fact name={words.brand}>{brandName(facts.brand) ?? words.unknown}</Fact>
        <Fact name={words.type}>
          {facts.type === undefined ? words.unknown : words.types[facts.type]}
        </Fact>
        <Fact name={words.program}>{facts.program ?? "–"}</Fact>
      </Facts>
      {mayOperate(user, "bins.change") && (
        <a href={correctionPath(context, mode, bin)}>{words.correct}</a>
      )}
    </>
  );
}
