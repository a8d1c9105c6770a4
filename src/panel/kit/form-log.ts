import type { AuditAction, AuditNote } from "../../domain/merchant/audit.ts";
import { TYPED_TEXT_MAX } from "../../kernel/text.ts";
import type { PanelAnswer } from "./answer.ts";
import type { AccountContext, FormFacts, FormLog, MerchantContext } from "./context.ts";

/** The audit entry of a form: its action, and the record that it concerns. */
export type Audited = {
  readonly action: AuditAction;
  readonly kind: string;
  /** The parameter or field that has the record's id. */
  readonly field?: string;
  /**
   * The id, if no field has it; empty for a record that the form makes. Without both, the record is
   * the merchant's, or the user's own.
   */
  readonly id?: string;
};

type Form<Context> = {
  readonly run: (context: Context) => Promise<PanelAnswer>;
  /** Undefined for a form that writes no entry. */
  readonly audit: Audited | undefined;
};

/** Runs a form, and writes that it was refused if its answer says so. */
export async function runLogged<Context extends AccountContext>(
  context: Context,
  { run, audit }: Form<Context>,
): Promise<PanelAnswer> {
  if (audit === undefined) return run(context);
  const { log, conclude } = openLog(context, audit);
  return withOutcome(await run({ ...context, log }), conclude);
}

type LogConclusion = (isRefused: boolean) => Promise<void>;

function openLog(
  context: AccountContext,
  audit: Audited,
): { readonly log: FormLog; readonly conclude: LogConclusion } {
  const own = { action: audit.action, object: objectOf(context, audit) };
  let act: FormFacts = {};
  let isAsked = false;
  let isDone = false;
  const notDone = (outcome: "asked" | "refused"): Promise<void> => {
    const note = { ...own, ...act };
    return context.record({ ...note, action: `${note.action}.${outcome}` });
  };
  const log: FormLog = {
    done(facts, place) {
      isDone = true;
      return context.record({ ...own, ...act, ...facts }, place);
    },
    asked(facts) {
      [act, isAsked] = [facts, true];
      return notDone("asked");
    },
    entryOf(facts) {
      act = facts;
      return context.entryOf({ ...own, ...act });
    },
    about(facts) {
      act = facts;
    },
  };
  const conclude = async (isRefused: boolean): Promise<void> => {
    if (isDone) return;
    if (isRefused) await notDone("refused");
    else if (isAsked) await log.done();
  };
  return { log, conclude };
}

/** Writes the outcome, unless it is still unknown. A file may be refused until it is opened. */
async function withOutcome(answer: PanelAnswer, conclude: LogConclusion): Promise<PanelAnswer> {
  if (answer.kind === "file") {
    const open: typeof answer.open = async (signal) => {
      const opened = await answer.open(signal);
      await conclude(!opened.ok);
      return opened;
    };
    return { ...answer, open };
  }
  const told = answer.kind === "not_found" ? "refused" : answer.flash?.kind;
  if (told !== "waits") await conclude(told === "refused" || isErrorPage(answer));
  return answer;
}

function isErrorPage(answer: PanelAnswer): boolean {
  return answer.kind === "page" && (answer.status ?? 200) >= 400;
}

/** A typed id may belong to nothing; the log has it as it was sent, up to a length. */
function objectOf(
  context: AccountContext | MerchantContext,
  { kind, field, id }: Audited,
): AuditNote["object"] {
  const { params, body } = context.request;
  if (field !== undefined) {
    return { kind, id: (params[field] ?? body[field] ?? "").slice(0, TYPED_TEXT_MAX) };
  }
  const own = "merchant" in context ? context.merchant.merchantId : context.signedIn.user.userId;
  return { kind, id: id ?? own };
}

const undeclared = (): never => {
  throw new Error("a route that writes an audit entry declares it");
};

/** The log of a route that declares no entry. */
export const NO_LOG: FormLog = {
  done: undeclared,
  asked: undeclared,
  entryOf: undeclared,
  about: undeclared,
};
