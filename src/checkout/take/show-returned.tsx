import type { FastifyReply } from "fastify";
import { CheckIcon } from "../../page/parts/icons.tsx";
import { sendPage } from "../../page/render-page.ts";
import { allowedOrigins } from "./find-frame.ts";
import { Layout } from "../view/layout.tsx";
import { openCheckout, type PageKit } from "../page-kit.ts";
import { sendProblem } from "./send-problem.tsx";
import { Panel } from "../view/status-views.tsx";
import { viewOf } from "../view-context.ts";

/**
 * The page to which the bank returns the customer of a framed payment. In the inner frame its
 * script makes the outer frame reload and show the outcome; outside it links to the payment page.
 */
export async function showReturned(
  kit: PageKit,
  request: { readonly session: string; readonly lang: string },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const checkout = await openCheckout(kit, request);
  if (checkout === undefined) return sendProblem(kit, reply, { status: 404, kind: "unknown" });
  const view = { ...viewOf(kit, checkout), switchTo: undefined };
  const { words, language } = view;
  const { sessionId } = checkout.session;
  return sendPage(reply, {
    status: 200,
    publicUrl: kit.publicUrl,
    ancestors: allowedOrigins(checkout),
    page: (
      <Layout
        view={view}
        title={`${words.framed.returnedTitle} – ${checkout.brand.name}`}
        scripts={["frame"]}
      >
        <main id="main" tabIndex={-1} data-returned>
          <Panel tone="wait" icon={<CheckIcon />} title={words.framed.returnedTitle}>
            <p>{words.framed.returnedText}</p>
            <p class="actions">
              <a class="primary" href={kit.paths.checkout(sessionId, { language })} target="_top">
                {words.framed.open}
              </a>
            </p>
          </Panel>
        </main>
      </Layout>
    ),
  });
}
