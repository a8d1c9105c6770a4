import { AlertIcon } from "../page/parts/icons.tsx";
import { Layout } from "./layout.tsx";
import { Panel } from "./status-views.tsx";
import type { ViewContext } from "./view-context.ts";

export type ProblemKind = "unknown" | "forged" | "bad" | "busy" | "crowded" | "failed";

type ProblemViewProps = {
  readonly view: ViewContext;
  readonly kind: ProblemKind;
  /** Seconds until another try may succeed. */
  readonly waitS: number;
  /** The payment page, where it is known. */
  readonly checkoutPath: string | undefined;
};

/** What went wrong before there was anything else to show. */
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
