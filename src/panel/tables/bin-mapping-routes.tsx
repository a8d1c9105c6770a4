import { isListName } from "../../domain/card/read-bin-row.ts";
import { importBins } from "../../file/import/import-bins.ts";
import { Card } from "../../page/parts/card.tsx";
import { Button, Field } from "../../page/parts/form.tsx";
import { NOT_FOUND, redirect, refusal, type PanelAnswer } from "../kit/answer.ts";
import { useAccount, useWords, type AccountContext } from "../kit/context.ts";
import { operatorRoute, type PanelRoute } from "../kit/route.ts";
import {
  forgetMapping,
  keepMapping,
  mappingPage,
  readColumns,
  SAMPLE_BYTES_MAX,
  tryColumns,
} from "./mapping-steps.ts";
import type { MappingSubject } from "./mapping-view.tsx";
import { mappingWords } from "./mapping-words.ts";
import { tableWords } from "./words.ts";

const PATH = "bins/mapping";

const step = { method: "POST", permission: "bins.change" } as const;
const audit = { action: "table.mapped", kind: "table", field: "name" } as const;
const show = about(mappingPage);
const upload = { fileBytes: SAMPLE_BYTES_MAX, page: show };

/** How the columns of a bank's list of BINs are read. */
export const binMappingRoutes: readonly PanelRoute[] = [
  operatorRoute({ method: "GET", path: PATH, permission: "bins.change", run: show }),
  operatorRoute({ ...step, path: `${PATH}/columns`, upload, run: about(readColumns) }),
  operatorRoute({ ...step, path: `${PATH}/try`, upload, run: about(tryColumns) }),
  operatorRoute({ ...step, path: `${PATH}/keep`, upload, audit, run: about(keepMapping) }),
  operatorRoute({ ...step, path: `${PATH}/forget`, audit, run: about(forgetMapping) }),
];

function about(
  run: (context: AccountContext, subject: MappingSubject) => PanelAnswer | Promise<PanelAnswer>,
) {
  return async (context: AccountContext): Promise<PanelAnswer> => {
    const { kit, request, language } = context;
    const name = (request.body["name"] ?? request.query["name"] ?? "").trim();
    if (!isListName(name)) {
      if (!request.isRead) return NOT_FOUND;
      return redirect(context.panel("bins"), refusal(mappingWords[language].bankHint));
    }
    const place = { use: "bins", name } as const;
    return run(context, {
      place,
      title: name,
      nav: "bins",
      crumb: { label: tableWords[language].binTitle, href: context.panel("bins") },
      path: context.panel(PATH),
      hidden: { name },
      kept: (await kit.columnMappings.find(place))?.mapping,
      async changesOf(file, mapping) {
        const wish = { mode: "live", file, mapping, isPreview: true } as const;
        const counted = await importBins({ ...kit, bins: kit.binStore }, wish);
        if (!counted.ok) return "";
        const { added, changed, removed } = counted.value;
        return mappingWords[language].changes(added, changed, removed);
      },
    });
  };
}

/** The lists whose mappings are kept, and a form that begins one. */
export function BinMappings({ names }: { readonly names: readonly string[] }) {
  const { panel } = useAccount();
  const words = useWords(mappingWords);
  return (
    <Card title={words.title}>
      {names.length > 0 && (
        <ul>
          {names.map((name) => (
            <li>
              <a href={`${panel(PATH)}?name=${name}`}>{name}</a>
            </li>
          ))}
        </ul>
      )}
      <form class="sift" action={panel(PATH)}>
        <Field name="name" label={words.bank} hint={words.bankHint} maxLength={40} isRequired />
        <Button kind="plain">{words.sample}</Button>
      </form>
    </Card>
  );
}
