import type { ColumnMapping } from "../../domain/table/column-mapping.ts";
import { readMapping } from "../../domain/table/read-mapping.ts";
import type { TableHeader } from "../../file/csv/read-headers.ts";
import { MAPPED_FIELDS, mapColumns } from "../../file/import/map-columns.ts";
import { done, redirect, refusal, type PanelAnswer } from "../kit/answer.ts";
import type { AccountContext } from "../kit/context.ts";
import { mappingView, type MappingSubject } from "./mapping-view.tsx";
import { documentOf, mappingGiven, typedOf, type Typed } from "./read-mapping-form.ts";
import { mappingWords } from "./mapping-words.ts";

/** A sample travels with each step of the form, so it is small. */
export const SAMPLE_BYTES_MAX = 128 * 1_024;
/** The mapping in force, and the form for a sample. */
export function mappingPage(context: AccountContext, subject: MappingSubject): PanelAnswer {
  return mappingView(context, subject, {});
}

/** Shows the columns of an uploaded sample. */
export async function readColumns(
  context: AccountContext,
  subject: MappingSubject,
): Promise<PanelAnswer> {
  const { kit, request, language } = context;
  const { sample } = request.files;
  if (sample === undefined) {
    return redirect(addressOf(subject), refusal(mappingWords[language].choose));
  }
  const headers = await kit.files.headers(new Uint8Array(sample));
  if (!headers.ok) return mappingView(context, subject, { problems: headers.refusal });
  const typed = typedOf(subject.kept ?? subject.builtIn ?? namedAlike(subject, headers.value));
  return mappingView(context, subject, { shown: { headers: headers.value, typed, sample } });
}

/** Reads the sample by the chosen columns, keeps nothing, and shows the first rows. */
export async function tryColumns(
  context: AccountContext,
  subject: MappingSubject,
): Promise<PanelAnswer> {
  const { kit, request, language } = context;
  const sample = sampleIn(request.body);
  const headers = await kit.files.headers(new Uint8Array(sample));
  if (!headers.ok) return redirect(addressOf(subject), refusal(mappingWords[language].again));
  const fields = MAPPED_FIELDS[subject.place.use];
  const shown = { headers: headers.value, typed: request.body, sample };
  const chosen = readMapping(documentOf(request.body, fields, subject.kept), fields);
  if (!chosen.ok) {
    const problems = chosen.refusal.map(({ field, message }) => ({
      line: 1,
      column: field,
      message,
    }));
    return mappingView(context, subject, { problems, shown });
  }
  const mapping = chosen.value;
  const given = { mapping, sample: new Uint8Array(sample), by: "", isTrial: true };
  const read = await mapColumns(kit, subject.place, given);
  if (!read.ok) return mappingView(context, subject, { problems: read.refusal, shown });
  const changes = await subject.changesOf?.(new Uint8Array(sample), mapping);
  const tried = { mapping, read: read.value };
  return mappingView(context, subject, { shown: { ...shown, tried, changes: changes ?? "" } });
}

/** Keeps the mapping that was tried, once it has read its sample again. */
export async function keepMapping(
  context: AccountContext,
  subject: MappingSubject,
): Promise<PanelAnswer> {
  const { kit, request, language, signedIn } = context;
  const words = mappingWords[language];
  const fields = MAPPED_FIELDS[subject.place.use];
  const chosen = readMapping(mappingGiven(request.body["mapping"] ?? ""), fields);
  if (!chosen.ok) return redirect(addressOf(subject), refusal(words.again));
  const sample = new Uint8Array(sampleIn(request.body));
  const by = signedIn.user.email;
  const given = { mapping: chosen.value, sample, by, isTrial: false };
  const kept = await mapColumns(kit, subject.place, given);
  if (!kept.ok) return mappingView(context, subject, { problems: kept.refusal });
  await context.log.done({
    before: { columns: subject.kept?.columns },
    after: { columns: chosen.value.columns },
  });
  return redirect(addressOf(subject), done(words.saved));
}

export async function forgetMapping(
  context: AccountContext,
  subject: MappingSubject,
): Promise<PanelAnswer> {
  const isRemoved = await context.kit.columnMappings.remove(subject.place);
  if (isRemoved) await context.log.done({ before: { columns: subject.kept?.columns } });
  return redirect(addressOf(subject), done(mappingWords[context.language].forgotten));
}

function addressOf({ path, hidden }: MappingSubject): string {
  return `${path}?${new URLSearchParams(hidden).toString()}`;
}

function sampleIn(body: Typed): Uint8Array {
  return Buffer.from(body["sample"] ?? "", "base64");
}

/** Columns whose headers are the names of the fields. */
function namedAlike(
  { place }: MappingSubject,
  headers: readonly TableHeader[],
): ColumnMapping | undefined {
  const names = new Set(headers.map(({ name }) => name));
  const fields = Object.keys(MAPPED_FIELDS[place.use]).filter((field) => names.has(field));
  if (fields.length === 0) return undefined;
  const columns = Object.fromEntries(fields.map((field) => [field, field]));
  return { columns, decimal: ".", day: "yyyy-MM-dd" };
}
