import { ok, refused, type Result } from "../../kernel/result.ts";
import type { Secret } from "../../kernel/secret.ts";
import { credentialFaults, givenOf, shownOf } from "../connection/check-credentials.ts";
import { fault, type ConnectionFault } from "../connection/connection-fault.ts";
import type { ConnectionHosts, Rehearsal } from "../connection/connection.ts";
import type { LineOwner } from "../transfer/statement-line.ts";
import { feedHosts, type FeedForm } from "./feed-form.ts";

/** The settings that an owner changes, as typed; "" leaves the choice to the check. */
export type FeedTerms = { readonly title: string; readonly everySeconds: string };

type Draft = FeedTerms &
  Rehearsal & {
    readonly owner: LineOwner | undefined;
    readonly hosts: string;
    readonly credentials: Readonly<Record<string, Secret>>;
    /** The connection whose extracts the feed is to bring; "" for the lines of accounts. */
    readonly extractsOf: string;
    /** The connections of the owner that may have extracts. */
    readonly connections: readonly string[];
  };

export type CheckedTerms = { readonly title: string; readonly everySeconds: number };

export type CheckedFeedCredentials = {
  readonly credentials: Readonly<Record<string, Secret>>;
  readonly shownCredentials: Readonly<Record<string, string>>;
};

export type CheckedFeed = CheckedTerms &
  CheckedFeedCredentials & {
    readonly hosts: ConnectionHosts;
    readonly extractsOf: string | undefined;
  };

const TITLE_MAX = 100;
const EVERY_MIN = 15;
const EVERY_MAX = 86_400;

export function checkDraft(
  draft: Draft,
  form: FeedForm,
): Result<CheckedFeed, readonly ConnectionFault[]> {
  const terms = checkTerms(draft, form);
  const credentials = checkFeedCredentials(draft.credentials, form);
  const hosts = hostsGiven(draft, form);
  const source = extractsFaults(draft, form);
  if (terms.ok && credentials.ok && hosts !== undefined && source.length === 0) {
    const extractsOf = draft.extractsOf === "" ? undefined : draft.extractsOf;
    return ok({ ...terms.value, ...credentials.value, hosts, extractsOf });
  }
  return refused([
    ...(terms.ok ? [] : terms.refusal),
    ...source,
    ...(hosts === undefined
      ? [fault("hosts", "unknown_value", feedHosts(draft.owner, form, draft))]
      : []),
    ...(credentials.ok ? [] : credentials.refusal),
  ]);
}

export function checkTerms(
  { title: written, everySeconds }: FeedTerms,
  form: Pick<FeedForm, "everySeconds">,
): Result<CheckedTerms, readonly ConnectionFault[]> {
  const title = written.trim();
  const faults = [
    ...(title === "" ? [fault("title", "required")] : []),
    ...(title.length > TITLE_MAX ? [fault("title", "too_long")] : []),
    ...(isPause(everySeconds)
      ? []
      : [fault("every_seconds", "unknown_value", [String(EVERY_MIN), `… ${EVERY_MAX}`])]),
  ];
  if (faults.length > 0) return refused(faults);
  return ok({
    title,
    everySeconds: everySeconds === "" ? form.everySeconds : Number(everySeconds),
  });
}

export function checkFeedCredentials(
  values: Readonly<Record<string, Secret>>,
  form: Pick<FeedForm, "credentials" | "needsOneOf">,
): Result<CheckedFeedCredentials, readonly ConnectionFault[]> {
  const faults = [...credentialFaults(values, form), ...missingChoice(values, form)];
  if (faults.length > 0) return refused(faults);
  return ok({ credentials: givenOf(values), shownCredentials: shownOf(values, form) });
}

/** Only a protocol of files can bring extracts, and only those of the owner's connections. */
function extractsFaults(
  { extractsOf, connections }: Pick<Draft, "extractsOf" | "connections">,
  { bringsFiles }: FeedForm,
): readonly ConnectionFault[] {
  const allowed = bringsFiles === true ? connections : [];
  if (extractsOf === "" || allowed.includes(extractsOf)) return [];
  return [fault("extracts_of", "unknown_value", allowed)];
}

function missingChoice(
  values: Readonly<Record<string, Secret>>,
  { needsOneOf = [] }: Pick<FeedForm, "needsOneOf">,
): readonly ConnectionFault[] {
  const [first] = needsOneOf;
  const isGiven = needsOneOf.some((name) => (values[name]?.reveal() ?? "") !== "");
  return first === undefined || isGiven ? [] : [fault(`credentials.${first}`, "required")];
}

function hostsGiven(draft: Draft, form: FeedForm): ConnectionHosts | undefined {
  const allowed = feedHosts(draft.owner, form, draft);
  return draft.hosts === "" ? allowed[0] : allowed.find((one) => one === draft.hosts);
}

function isPause(text: string): boolean {
  if (text === "") return true;
  return /^\d{1,5}$/.test(text) && Number(text) >= EVERY_MIN && Number(text) <= EVERY_MAX;
}
