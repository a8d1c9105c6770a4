import type { Json } from "../../http/openapi/schema-writer.ts";
import { JAVASCRIPT } from "./javascript.ts";
import { literal } from "./literal.ts";
import { KEY, type Sample, type SampleLanguage } from "./sample.ts";

type Argument = (sample: Sample) => unknown;

const body: Argument = ({ body: given }) => given;
const query: Argument = ({ parameters }) =>
  Object.keys(parameters).length === 0 ? undefined : parameters;
const idOf: Argument = ({ parameters }) => Object.values(parameters)[0];

/** The client adds the key itself. */
const withoutKey: Argument = ({ body: given = {} }) => {
  const { merchant_api_key: _, ...rest } = given;
  return rest;
};

/** The calls of the client by operation, and their first arguments. */
const CALLS: Readonly<Record<string, readonly [verb: string, argument: Argument]>> = {
  createCheckoutSession: ["sessions.create", withoutKey],
  createEmbeddedSession: ["sessions.createEmbedded", withoutKey],
  pay: ["payments.pay", body],
  getPaymentStatus: ["payments.status", query],
  capturePayment: ["payments.capture", body],
  voidPayment: ["payments.void", body],
  refundPayment: ["payments.refund", body],
  getRefund: ["payments.getRefund", idOf],
  lookUpBin: ["bin", body],
  lookUpInstallments: ["installments", body],
  listTransferBanks: ["options.wireTransfer", query],
  listWallets: ["options.wallets", query],
  listLenders: ["options.shoppingCredit", query],
  listTransactions: ["transactions.list", query],
  summarizeTransactions: ["summary", query],
  exportTransactions: ["export", query],
  listStoredCards: ["cards.list", query],
  eraseStoredCard: ["cards.delete", idOf],
};

/** Samples with `@vezne/client`, for the operations that it has. */
export const nodeClient: SampleLanguage = {
  name: "Node client",
  fence: "js",
  program(sample) {
    const call = callOf(sample);
    if (call === undefined) return undefined;
    const [, style] = sample.headers.find(([name]) => name === "Vezne-Response-Style") ?? [];
    const answer = sample.operationId === "exportTransactions" ? "answer.body" : undefined;
    const print = answer === undefined ? "answer" : `await new Response(${answer}).text()`;
    return `${creation(sample.publicUrl, style)}

const answer = ${call};
console.log(${print});`;
  },
  setup: (publicUrl) => creation(publicUrl),
  step(step) {
    const { field, variable, idempotencyKey } = step;
    const options = idempotencyKey === undefined ? undefined : { idempotencyKey };
    const call = callOf(step, options) ?? "";
    if (variable === undefined) return `console.log((${call}).${field});`;
    return `const { ${field}: ${variable} } = ${call};\nconsole.log("${variable}:", ${variable});`;
  },
};

function callOf(sample: Sample, options?: Json): string | undefined {
  const found = CALLS[sample.operationId];
  if (found === undefined) return undefined;
  const [verb, argument] = found;
  const given = [argument(sample), options].filter((one) => one !== undefined);
  return `await vezne.${verb}(${given.map((one) => literal(JAVASCRIPT, one)).join(", ")})`;
}

function creation(publicUrl: string, responseStyle?: string): string {
  const options = {
    baseUrl: publicUrl,
    apiKey: KEY,
    ...(responseStyle === undefined ? {} : { responseStyle }),
  };
  return `import { createVezne } from "@vezne/client";

const vezne = createVezne(${literal(JAVASCRIPT, options)});`;
}
