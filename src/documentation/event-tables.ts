import type { Language } from "../kernel/language.ts";
import type { EventType } from "../domain/event/event.ts";
import type { Json } from "../http/openapi/schema-writer.ts";
import { isRecord } from "../kernel/json.ts";
import { objectAt, textAt } from "./json-reader.ts";
import { code, sections, slugOf, table } from "./markdown.ts";
import { OF_ANSWER, schemaTable } from "./schema-table.ts";

type Head = readonly [type: string, meaning: string, data: string];

const HEAD: Readonly<Record<Language, Head>> = {
  tr: ["Tür", "Anlamı", "`data`"],
  en: ["Type", "Meaning", "`data`"],
};

/** The English texts are those of the OpenAPI document. */
const EVENTS_TR: Readonly<Record<EventType, string>> = {
  "session.expired": "Oturum ödenmeden sona erdi",
  "payment.pending": "Ödeme havale bekliyor",
  "payment.processing": "Ödeme sürüyor",
  "payment.authorized": "Tutar kartta bloke edildi",
  "payment.hold_expiring": "Blokenin sonuna 24 saatten az kaldı",
  "payment.completed": "Ödeme tamamlandı",
  "payment.failed": "Ödeme başarısız oldu",
  "payment.cancelled": "Ödeme iptal edildi",
  "refund.pending": "İade bankayı ya da elle gönderilecek havaleyi bekliyor",
  "refund.succeeded": "İade tamamlandı",
  "refund.failed": "İade başarısız oldu",
};

function meaningOf(type: string, hook: unknown, language: Language): string {
  if (language === "tr" && isEventType(type)) return EVENTS_TR[type];
  return textAt(hook, "post", "summary");
}

function isEventType(text: string): text is EventType {
  return Object.hasOwn(EVENTS_TR, text);
}

export function eventTable(document: Json, language: Language): string {
  const rows = Object.entries(objectAt(document, "webhooks")).map(([type, hook]) => [
    code(type),
    meaningOf(type, hook, language),
    dataLink(hook, language),
  ]);
  return table(HEAD[language], rows);
}

type Data = Readonly<Record<Language, readonly [title: string, name: string]>>;

const EVENT_DATA: Readonly<Record<string, Data>> = {
  SessionNotice: {
    tr: ["Oturumun verisi", "oturum"],
    en: ["Data of a session", "session"],
  },
  PaymentNotice: {
    tr: ["Ödemenin verisi", "ödeme"],
    en: ["Data of a payment", "payment"],
  },
  RefundNotice: {
    tr: ["İadenin verisi", "iade"],
    en: ["Data of a refund", "refund"],
  },
};

function dataLink(hook: unknown, language: Language): string {
  const schema = objectAt(hook, "post", "requestBody", "content", "application/json", "schema");
  const id = textAt(schema, "properties", "data", "$ref").split("/").at(-1) ?? "";
  const [title, name] = EVENT_DATA[id]?.[language] ?? ["", ""];
  return `[${name}](#${slugOf(title)})`;
}

/** A table of the fields for each kind of event data. */
export function eventTables(document: Json, language: Language): string {
  const schemas = objectAt(document, "components", "schemas");
  return sections(
    ...Object.entries(EVENT_DATA).flatMap(([name, texts]) => {
      const schema = schemas[name];
      const [title] = texts[language];
      return isRecord(schema) ? [`### ${title}`, schemaTable(document, schema, OF_ANSWER)] : [];
    }),
  ).trim();
}
