import type { FastifyReply } from "fastify";
import { parseSessionId } from "../../kernel/ids.ts";
import { textFields } from "../../page/fields.ts";
import { languageOfBrowser, parseLanguage } from "../../page/language.ts";
import type { Language } from "../../kernel/language.ts";
import type { News } from "../../page/frame-message.ts";
import { MESSAGES } from "../../page/messages/messages.ts";
import { sendPage } from "../../page/render-page.ts";
import type { PageKit } from "../page-kit.ts";
import { ProblemView, type ProblemKind } from "../view/problem-view.tsx";
import { viewWithoutSession } from "../view-context.ts";

/** Seconds to wait that the page states if the reply has no `Retry-After`. */
const DEFAULT_RETRY_S = 30;

/** Sends an error page in the language of the request or, without one, of the browser. */
export function sendProblem(
  kit: PageKit,
  reply: FastifyReply,
  problem: { readonly status: number; readonly kind: ProblemKind },
): Promise<FastifyReply> {
  const { query, body, headers } = reply.request;
  const fields = { ...textFields(body), ...textFields(query) };
  const sent = (name: string): string => fields[name] ?? "";
  const language = parseLanguage(sent("lang")) ?? languageOfBrowser(headers["accept-language"]);
  const sessionId = parseSessionId(sent("session"));
  const checkoutPath =
    sessionId === undefined || problem.kind === "unknown"
      ? undefined
      : kit.paths.checkout(sessionId, { language });
  return sendPage(reply, {
    status: problem.status,
    publicUrl: kit.publicUrl,
    page: (
      <ProblemView
        view={viewWithoutSession(
          kit,
          language,
          newsOfProblem(problem.kind, { language, session: sent("session") }),
        )}
        kind={problem.kind}
        waitS={Number(reply.getHeader("Retry-After") ?? DEFAULT_RETRY_S)}
        checkoutPath={checkoutPath}
      />
    ),
  });
}

/**
 * The outcome that the frame reports to the merchant's page. Only an unknown session has one,
 * because other problems may pass.
 */
function newsOfProblem(
  kind: ProblemKind,
  { language, session }: { readonly language: Language; readonly session: string },
): News | undefined {
  if (kind !== "unknown") return undefined;
  const message = MESSAGES[language].problem.unknownText;
  const data = { code: "session_not_found", message, session_id: session };
  return { type: "fail", isFinal: true, data };
}
