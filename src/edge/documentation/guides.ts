import type { Json } from "../http/openapi/schema-writer.ts";
import type { SandboxCard } from "../page/sandbox-card.ts";
import type { DocPage, Section } from "./doc-page.ts";
import { eventTable, eventTables } from "./event-tables.ts";
import { cardTable, declineTable, resultTable } from "./sandbox-tables.ts";
import { moveTable, statusTable } from "./state-table.ts";

type Guide = {
  readonly path: string;
  /** Path below `docs/`. */
  readonly file: string;
  readonly section: Section;
  readonly summary: string;
};

/** The handwritten pages in the order of the contents. */
export const GUIDES: readonly Guide[] = [
  ...inSection("Start", [
    ["", "guide/overview.md", "An overview of Vezne and its documentation."],
    ["/quickstart", "guide/quickstart.md", "From a key to a paid and refunded order."],
    ["/hizli-baslangic", "guide/hizli-baslangic.md", "Anahtardan ödenmiş siparişe."],
    ["/sandbox", "guide/sandbox.md", "Test cards, result codes and decline codes."],
  ]),
  ...inSection("Guides", [
    ["/hosted-page", "guide/hosted-page.md", "The redirect of customers and their return."],
    ["/widget", "widget.md", "The payment form within your own page."],
    ["/server-to-server", "guide/server-to-server.md", "Every payment type and style."],
    ["/after-payment", "guide/after-payment.md", "Statuses, captures, refunds, transfers."],
    ["/webhooks", "guide/webhooks.md", "Events, deliveries and their signature."],
    ["/connect-your-bank", "guide/connect-your-bank.md", "Your virtual POS in Vezne."],
    ["/bankanizi-baglayin", "guide/bankanizi-baglayin.md", "Sanal POS'unuzu Vezne'ye bağlayın."],
    ["/going-live", "guide/going-live.md", "From the bank's papers to the first real payment."],
    ["/canliya-gecis", "guide/canliya-gecis.md", "Sözleşmeden ilk gerçek ödemeye."],
    ["/keys", "guide/keys.md", "Keys with names, rights and networks."],
    ["/reports", "guide/reports.md", "Lists, summaries and exports."],
    ["/panel", "guide/panel.md", "Every page of the panel in a few sentences."],
    ["/panel-kilavuzu", "guide/panel-kilavuzu.md", "Panelin bütün sayfaları, birkaç cümleyle."],
    ["/client", "client.md", "Every operation from TypeScript."],
  ]),
  ...inSection("Reference", [
    ["/conventions", "guide/conventions.md", "Keys, errors, idempotency, limits."],
    ["/specification", "specification.md", "Endpoints, fields, states and errors."],
    ["/contract", "contract.md", "The decision of each open point, and the test that proves it."],
  ]),
];

const TURKISH: ReadonlySet<string> = new Set([
  "/docs/hizli-baslangic",
  "/docs/bankanizi-baglayin",
  "/docs/canliya-gecis",
  "/docs/panel-kilavuzu",
]);

type Row = readonly [path: string, file: string, summary: string];

function inSection(section: Section, rows: readonly Row[]): readonly Guide[] {
  return rows.map(([path, file, summary]) => ({ path: `/docs${path}`, file, section, summary }));
}

export type GuideFacts = {
  readonly document: Json;
  readonly publicUrl: string;
  readonly sandboxCards: readonly SandboxCard[];
  /** The text of each guide by its file. */
  readonly texts: ReadonlyMap<string, string>;
};

export function guidePages(facts: GuideFacts): readonly DocPage[] {
  return GUIDES.map(({ path, file, section, summary }) => {
    const text = facts.texts.get(file) ?? "";
    const [, title = ""] = /^# (.*)/.exec(text) ?? [];
    const language = TURKISH.has(path) ? "tr" : "en";
    const markdown = (): string => fill(facts, text);
    return { path, title, summary, section, language, isListed: true, markdown };
  });
}

/** Replaces the placeholders by the public address and by tables of the program's data. */
function fill({ document, publicUrl, sandboxCards }: GuideFacts, text: string): string {
  const tables: Readonly<Record<string, () => string>> = {
    cards: () => cardTable(sandboxCards),
    declines: declineTable,
    events: () => eventTable(document),
    moves: moveTable,
    notices: () => eventTables(document),
    results: resultTable,
    statuses: statusTable,
  };
  return text
    .replaceAll("https://pay.example", publicUrl)
    .replace(/^<!-- (\w+) -->$/gm, (mark, name: string) => tables[name]?.() ?? mark);
}
