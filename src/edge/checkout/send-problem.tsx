import type { FastifyReply } from "fastify";
import { parseSessionId } from "../../kernel/ids.ts";
import { textFields } from "../page/fields.ts";
import { languageOfBrowser, parseLanguage } from "../page/language.ts";
import type { Language } from "../../checkout/session.ts";
import type { News } from "../page/frame-message.ts";
import { MESSAGES } from "../page/messages/messages.ts";
import { sendPage } from "../page/render-page.ts";
import type { PageKit } from "./page-kit.ts";
import { ProblemView, type ProblemKind } from "./problem-view.tsx";
import { strayView } from "./view-context.ts";

/** How long to wait where nobody said. */
const SOME_S = 30;

/** Sends a page that says what went wrong, in the best guess of the reader's language. */
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
        view={strayView(
          kit,
          language,
          newsOfProblem(problem.kind, { language, session: sent("session") }),
        )}
        kind={problem.kind}
        waitS={Number(reply.getHeader("Retry-After") ?? SOME_S)}
        checkoutPath={checkoutPath}
      />
    ),
  });
}

/** Only an unknown session is final; anything else may pass, and the page says how. */
function newsOfProblem(
  kind: ProblemKind,
  { language, session }: { readonly language: Language; readonly session: string },
): News | undefined {
  if (kind !== "unknown") return undefined;
  const message = MESSAGES[language].problem.unknownText;
  const data = { code: "session_not_found", message, session_id: session };
  return { type: "fail", isFinal: true, data };
}
