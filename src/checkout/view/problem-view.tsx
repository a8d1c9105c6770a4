import { AlertIcon } from "../../page/parts/icons.tsx";
import { Layout } from "./layout.tsx";
import { Panel } from "./status-views.tsx";
import type { ViewContext } from "../view-context.ts";

export type ProblemKind = "unknown" | "forged" | "bad" | "busy" | "crowded" | "failed";

type ProblemViewProps = {
  readonly view: ViewContext;
  readonly kind: ProblemKind;
  /** Seconds until another request may succeed. */
  readonly waitS: number;
  /** The payment page; undefined if the session is unknown. */
  readonly checkoutPath: string | undefined;
};

/** The page for an error. Of a known session it shows nothing but a link to the payment page. */
export function ProblemView({ view, kind, waitS, checkoutPath }: ProblemViewProps) {
  const { problem } = view.words;
  const title = problem[`${kind}Title`];
  const text = problem[`${kind}Text`];
  return (
    <Layout view={view} title={title}>
      <main id="main" tabIndex={-1}>
        <Panel tone="bad" icon={<AlertIcon />} title={title}>
          <p>{typeof text === "string" ? text : text(waitS)}</p>
          {checkoutPath !== undefined && (
            <p class="actions">
              <a class="primary" href={checkoutPath}>
                {problem.open}
              </a>
            </p>
          )}
        </Panel>
      </main>
    </Layout>
  );
}
