import type { RowProblem } from "../../domain/table/table-row.ts";
import { may } from "../../domain/merchant/permission.ts";
import type { SettlementTerm } from "../../domain/settlement/term.ts";
import type { SettlementImport } from "../../domain/settlement/settlement-import.ts";
import { importSettlementFile } from "../../file/import/import-settlement-file.ts";
import { done, redirect, refusal, type PanelAnswer } from "../kit/answer.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import { Fold } from "../../page/parts/fold.tsx";
import { Table, type Column } from "../../page/parts/table.tsx";
import { When } from "../../page/parts/when.tsx";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { UPLOAD_BYTES_MAX } from "../../http/body/upload.ts";
import { editPath } from "../tables/edit-page.tsx";
import { ProblemList } from "../tables/problem-list.tsx";
import { TableActions } from "../tables/table-actions.tsx";
import { tableWords } from "../tables/words.ts";
import { shell } from "../words/shell.ts";
import { chooseConnection } from "../../domain/settlement/settled-connection.ts";
import {
  connectionsOf,
  hasConnections,
  namedConnection,
  titleIn,
  type Connections,
} from "./connections.tsx";
import { contractTable } from "./contract-form.tsx";
import { ContractTable } from "./contract-table.tsx";
import { CompareForms, ContractUpload, SandboxContract } from "./settlement-forms.tsx";
import { extractMappingRoutes } from "./mapping-routes.ts";
import { settlementWords } from "./words.ts";
import { importedText } from "../tables/imported-text.ts";

const PATH = "settlement";
const SHOWN = 50;
/** Longer lists are folded on phones. */
const FEW = 5;

/**
 * The settlement files, compared with the books, and the contract that gives the expected amounts.
 */
export const settlementRoutes: readonly PanelRoute[] = [
  merchantRoute({
    method: "GET",
    path: PATH,
    permission: "settlement.see",
    run: (context) => settlementPage(context, []),
  }),
  merchantRoute({
    method: "POST",
    path: `${PATH}/import`,
    permission: "settlement.change",
    audit: { action: "settlement.imported", kind: "settlement", id: "" },
    upload: { fileBytes: UPLOAD_BYTES_MAX, page: (context) => settlementPage(context, []) },
    run: compare,
  }),
  ...extractMappingRoutes,
];

async function compare(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, request, scope, language, signedIn } = context;
  const { settlement: file } = request.files;
  if (file === undefined) return redirect(context.to(PATH), refusal(tableWords[language].choose));
  const connections = await connectionsOf(context);
  const chosen = chooseConnection(connections, namedConnection(request.body));
  if (!chosen.ok) {
    const titles = connections.map(({ acquirer }) => titleIn(context, connections, acquirer));
    const { nameConnection } = settlementWords[language];
    return redirect(context.to(PATH), refusal(nameConnection(titles.join(", "))));
  }
  const { merchantId, mode } = scope;
  const source = { merchantId, mode, acquirer: chosen.value };
  const object = { kind: "settlement", id: await kit.fileDigest(file) };
  const after = { bytes: file.length, acquirer: source.acquirer };
  await context.log.asked({ object, after });
  const imported = await importSettlementFile(kit, { source, file, by: signedIn.user.email });
  if (!imported.ok) return settlementPage(context, imported.refusal);
  const { importId, settled, differences, setAside } = imported.value;
  const words = settlementWords[language];
  return redirect(
    context.to(`${PATH}/files/${importId}`),
    done(importedText(language, words.imported(settled, differences.length), setAside)),
  );
}

export async function settlementPage(
  context: MerchantContext,
  problems: readonly RowProblem[],
): Promise<PanelAnswer> {
  const { kit, scope, language, signedIn } = context;
  const words = settlementWords[language];
  const [connections, imports, terms] = await Promise.all([
    connectionsOf(context),
    kit.settlementImports.list(scope, SHOWN),
    kit.settlements.terms(scope),
  ]);
  const mayChange = may(signedIn.user, "settlement.change");
  return {
    kind: "page",
    status: problems.length === 0 ? 200 : 422,
    nav: "settlement",
    title: words.title,
    actions: (
      <a class="button plain" href={context.to(`${PATH}/calendar`)}>
        {words.calendar}
      </a>
    ),
    body: (
      <>
        <ProblemList problems={problems} />
        <p class="hint">{words.intro}</p>
        <section>
          <h2>{words.files}</h2>
          <Fold label={words.allFiles(imports.length)} isLong={imports.length > FEW}>
            <ImportTable imports={imports} connections={connections} />
          </Fold>
          {imports.length === SHOWN && <p class="hint">{words.newest(SHOWN)}</p>}
        </section>
        {mayChange && <CompareForms connections={connections} />}
        <ContractSection terms={terms} connections={connections} />
      </>
    ),
  };
}

type ContractProps = {
  readonly terms: readonly SettlementTerm[];
  readonly connections: Connections;
};

function ContractSection({ terms, connections }: ContractProps) {
  const context = useMerchant();
  const words = useWords(settlementWords);
  const mayChange = may(context.signedIn.user, "settlement.change");
  return (
    <section>
      <h2>{words.contract}</h2>
      <TableActions table={contractTable}>{mayChange && <SandboxContract />}</TableActions>
      {terms.length === 0 ? (
        <p class="empty">{words.noContract}</p>
      ) : (
        <Fold label={words.allTerms(terms.length)} isLong={terms.length > FEW}>
          <ContractTable
            terms={terms}
            connections={connections}
            editPath={mayChange ? (row) => editPath(context, contractTable, row) : undefined}
          />
        </Fold>
      )}
      {mayChange && <ContractUpload isOpen={terms.length === 0} />}
    </section>
  );
}

type ImportTableProps = {
  readonly imports: readonly SettlementImport[];
  readonly connections: Connections;
};

function ImportTable({ imports, connections }: ImportTableProps) {
  const context = useMerchant();
  const words = useWords(settlementWords);
  if (imports.length === 0) return <p class="empty">{words.noFiles}</p>;
  const ofConnection: Column<SettlementImport> = {
    head: words.acquirer,
    cell: ({ acquirer }) =>
      acquirer === undefined ? "–" : titleIn(context, connections, acquirer),
  };
  const columns: readonly Column<SettlementImport>[] = [
    {
      head: tableWords[context.language].file,
      isRowHead: true,
      cell: ({ importId }) => (
        <a href={context.to(`${PATH}/files/${importId}`)}>{words.fileTitle(importId)}</a>
      ),
    },
    {
      head: shell[context.language].moment,
      cell: ({ importedAt }) => <When at={importedAt} />,
    },
    ...(hasConnections(connections) ? [ofConnection] : []),
    { head: words.by, cellClass: "address", cell: ({ importedBy }) => importedBy },
    { head: words.lines, isNumber: true, cell: ({ lines }) => lines },
    { head: words.settled, isNumber: true, cell: ({ settled }) => settled },
    {
      head: words.differences,
      isNumber: true,
      cell: ({ differenceCount }) => (
        <span class={`badge ${differenceCount === 0 ? "good" : "bad"}`}>{differenceCount}</span>
      ),
    },
  ];
  return <Table label={words.files} columns={columns} rows={imports} class="beside" />;
}
