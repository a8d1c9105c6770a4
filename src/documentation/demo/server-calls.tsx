import type { Language } from "../../kernel/language.ts";
import { CopySteps, type Step } from "./copy-steps.tsx";
import type { DemoKit } from "./demo-kit.ts";
import type { Line } from "./goods.tsx";
import { payCall, policyLines, REDIRECT_CODE, sessionCall, snippet } from "./step-code.ts";
import { WORDS } from "./words.ts";

type ServerCallsProps = {
  readonly kit: DemoKit;
  readonly language: Language;
  readonly basket: readonly Line[];
};

/**
 * Shows the shop's calls for each payment button, and those of a direct integration, in which the
 * shop's own server sends the card details.
 */
export function ServerCalls({ kit, language, basket }: ServerCallsProps) {
  const words = WORDS[language];
  const { steps } = words;
  const session = sessionCall(kit, language, basket);
  const variants = [
    {
      title: steps.hosted,
      hint: words.callsHint,
      steps: [
        { id: "hosted-session", title: steps.session, code: session },
        { id: "hosted-redirect", title: steps.redirect, code: REDIRECT_CODE },
      ],
    },
    {
      title: steps.embedded,
      hint: steps.embeddedHint,
      steps: embeddedSteps(kit, language, session),
    },
    {
      title: words.calls,
      hint: steps.directHint,
      steps: [
        { id: "direct-session", title: steps.session, code: session },
        { id: "direct-pay", title: steps.pay, code: payCall(kit) },
      ],
    },
  ];
  return (
    <section aria-labelledby="code-title">
      <h2 id="code-title">{steps.title}</h2>
      {variants.map((variant) => (
        <details class="more">
          <summary>
            <h3>{variant.title}</h3>
          </summary>
          <p>{variant.hint}</p>
          <CopySteps language={language} steps={variant.steps} />
        </details>
      ))}
    </section>
  );
}

/** The embedded checkout, from the session to the shop's content policy. */
export function embeddedSteps(
  { publicUrl }: DemoKit,
  language: Language,
  session: string,
): readonly Step[] {
  const { embedded } = WORDS[language];
  const { origin } = new URL(publicUrl);
  return [
    { id: "step-server", title: embedded.server, code: session },
    { id: "step-page", title: embedded.page, code: snippet(publicUrl) },
    { id: "step-policy", title: embedded.policy, code: policyLines(origin) },
  ];
}
