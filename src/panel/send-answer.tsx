import type { FastifyReply } from "fastify";
import { EXPORT_PROBLEMS, sendFile, signalOf } from "../http/answer/export-answer.ts";
import { statusOf } from "../http/problem/problem-codes.ts";
import { sendPage } from "../page/render-page.ts";
import type { PanelAnswer, PanelPage } from "./kit/answer.ts";
import { type AccountContext, type OpenContext, isAccount, isMerchant } from "./kit/context.ts";
import { lookText } from "./kit/look.ts";
import { formTokenOf } from "./kit/make-context.ts";
import { LONGEST_ADDRESS } from "./kit/panel-paths.ts";
import { Shell } from "./shell.tsx";
import { Identifier } from "../page/parts/identifier.tsx";
import { shell } from "./words/shell.ts";

/** Sends the answer of a page, in the layout and with the session's waiting flash. */
export async function sendAnswer(
  context: OpenContext,
  reply: FastifyReply,
  answer: PanelAnswer,
): Promise<FastifyReply> {
  switch (answer.kind) {
    case "page":
      if (answer.goesOnTo !== undefined) reply.header("Refresh", `0;url=${answer.goesOnTo}`);
      if (answer.retryAfterS !== undefined) reply.header("Retry-After", answer.retryAfterS);
      return show(withToken(context, reply, answer.token), reply, answer);
    case "not_found":
      return sendPanelProblem(context, reply, { status: 404, kind: "unknown" });
    case "file": {
      const opened = await answer.open(signalOf(reply));
      if (opened.ok) return sendFile(reply, { ...answer, content: opened.value });
      const problem = EXPORT_PROBLEMS[opened.refusal];
      const status = statusOf(problem);
      const kind = opened.refusal === "own" ? "exporting" : "crowded";
      return sendPanelProblem(context, reply.header("Retry-After", problem.retryAfterS), {
        status,
        kind,
      });
    }
    case "redirect": {
      const { kit } = context;
      const { flash, token, device, identity, look, signsOut = false } = answer;
      if (token !== undefined) kit.cookies.session.set(reply, token);
      if (device !== undefined) kit.cookies.device.set(reply, device);
      if (identity !== undefined) kit.cookies.identity.set(reply, identity);
      if (look !== undefined) kit.cookies.look.set(reply, lookText(look));
      if (signsOut) kit.cookies.session.clear(reply);
      const session = token === undefined ? sessionOf(context) : kit.digest.sha256(token);
      if (flash !== undefined && session !== undefined) {
        await kit.people.panelSessions.leaveFlash(session, flash);
      }
      return reply.redirect(withinReach(answer.to), 303);
    }
  }
}

/** Sets the session's new token as its cookie, and derives the form token of this page from it. */
function withToken(
  context: OpenContext,
  reply: FastifyReply,
  token: string | undefined,
): OpenContext {
  if (token === undefined || !isAccount(context)) return context;
  const { kit, signedIn } = context;
  kit.cookies.session.set(reply, token);
  const session = { ...signedIn.session, tokenHash: kit.digest.sha256(token) };
  const renewed: AccountContext = {
    ...context,
    signedIn: { ...signedIn, session },
    formToken: formTokenOf(kit, token),
  };
  return renewed;
}

/** Drops a query that makes the address too long for a request. */
function withinReach(address: string): string {
  return address.length > LONGEST_ADDRESS ? address.replace(/\?.*$/s, "") : address;
}

async function show(
  context: OpenContext,
  reply: FastifyReply,
  page: PanelPage,
): Promise<FastifyReply> {
  const { kit } = context;
  const session = page.flash === undefined ? sessionOf(context) : undefined;
  const waiting =
    session === undefined ? undefined : await kit.people.panelSessions.takeFlash(session);
  const flash = page.flash ?? waiting;
  const counts = isMerchant(context) ? await kit.taskCounter.count(context.scope) : undefined;
  return sendPage(reply, {
    status: page.status ?? 200,
    page: <Shell context={context} page={{ ...page, flash }} counts={counts} />,
    publicUrl: kit.publicUrl,
    namesItself: true,
  });
}

function sessionOf(context: OpenContext): string | undefined {
  return isAccount(context) ? context.signedIn.session.tokenHash : undefined;
}

type Problem = { readonly status: number; readonly kind: keyof (typeof shell)["tr"]["problems"] };

/** A page with the error and the request id, by which the log entry is found. */
export function sendPanelProblem(
  context: OpenContext,
  reply: FastifyReply,
  { status, kind }: Problem,
): Promise<FastifyReply> {
  const words = shell[context.language];
  const page: PanelPage = {
    kind: "page",
    status,
    title: words.problemTitles[kind],
    body: (
      <div class="problem">
        <p>{words.problems[kind]}</p>
        <p>
          <a href={context.panel()}>{words.back}</a>
        </p>
        <p class="hint">
          {words.requestId}: <Identifier name={words.requestId} value={context.request.requestId} />
        </p>
      </div>
    ),
  };
  return sendPage(reply, {
    status,
    page: <Shell context={context} page={page} />,
    publicUrl: context.kit.publicUrl,
    namesItself: true,
  });
}
