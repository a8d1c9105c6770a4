import { BUILT_IN_EXTRACTS } from "../../domain/settlement/built-in-extracts.ts";
import { NOT_FOUND, type PanelAnswer } from "../kit/answer.ts";
import type { MerchantContext } from "../kit/context.ts";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import {
  forgetMapping,
  keepMapping,
  mappingPage,
  readColumns,
  SAMPLE_BYTES_MAX,
  tryColumns,
} from "../tables/mapping-steps.ts";
import type { MappingSubject } from "../tables/mapping-view.tsx";
import { connectionsOf, titleIn } from "./connections.tsx";
import { settlementWords } from "./words.ts";

/** The page of the mapping of a connection's extracts. */
export const EXTRACT_MAPPING = "settlement/mapping";

const step = { method: "POST", permission: "settlement.change" } as const;
const audit = { action: "table.mapped", kind: "settlement", field: "acquirer" } as const;
const show = about(mappingPage);
const upload = { fileBytes: SAMPLE_BYTES_MAX, page: show };

/** How the columns of a connection's extracts are read. */
export const extractMappingRoutes: readonly PanelRoute[] = [
  merchantRoute({
    method: "GET",
    path: EXTRACT_MAPPING,
    permission: "settlement.change",
    run: show,
  }),
  merchantRoute({ ...step, path: `${EXTRACT_MAPPING}/columns`, upload, run: about(readColumns) }),
  merchantRoute({ ...step, path: `${EXTRACT_MAPPING}/try`, upload, run: about(tryColumns) }),
  merchantRoute({
    ...step,
    path: `${EXTRACT_MAPPING}/keep`,
    upload,
    audit,
    run: about(keepMapping),
  }),
  merchantRoute({ ...step, path: `${EXTRACT_MAPPING}/forget`, audit, run: about(forgetMapping) }),
];

function about(
  run: (context: MerchantContext, subject: MappingSubject) => PanelAnswer | Promise<PanelAnswer>,
) {
  return async (context: MerchantContext): Promise<PanelAnswer> => {
    const { kit, scope, request, language } = context;
    const acquirer = request.body["acquirer"] ?? request.query["acquirer"] ?? "";
    const connections = await connectionsOf(context);
    if (!connections.some((one) => one.acquirer === acquirer)) return NOT_FOUND;
    const { merchantId } = scope;
    const place = { use: "settlement", name: acquirer, merchantId } as const;
    return run(context, {
      place,
      title: titleIn(context, connections, acquirer),
      nav: "settlement",
      crumb: { label: settlementWords[language].title, href: context.to("settlement") },
      path: context.to(EXTRACT_MAPPING),
      hidden: { acquirer },
      kept: (await kit.columnMappings.find(place))?.mapping,
      builtIn: BUILT_IN_EXTRACTS[acquirer],
    });
  };
}
