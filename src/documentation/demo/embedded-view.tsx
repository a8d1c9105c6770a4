import type { Language } from "../../kernel/language.ts";
import { otherLanguage } from "../../page/language.ts";
import type { DemoKit } from "./demo-kit.ts";
import type { Line } from "./goods.tsx";
import { CopySteps } from "./copy-steps.tsx";
import { embeddedSteps } from "./server-calls.tsx";
import { sessionCall } from "./step-code.ts";
import { ShopLayout } from "./shop-layout.tsx";
import { WORDS } from "./words.ts";

type EmbeddedViewProps = {
  readonly kit: DemoKit;
  readonly language: Language;
  readonly basket: readonly Line[];
  readonly checkoutUrl: string;
};

/** The embedded checkout in the shop's own page, by the widget. */
export function EmbeddedView(props: EmbeddedViewProps) {
  const { kit, language, checkoutUrl } = props;
  const { embedded } = WORDS[language];
  const session = new URL(checkoutUrl).searchParams.get("session") ?? "";
  return (
    <ShopLayout
      kit={kit}
      language={language}
      title={embedded.title}
      switchTo={kit.paths.demo(otherLanguage(language))}
      widget={kit.paths.asset("widget.js")}
    >
      <h1>{embedded.title}</h1>
      <p class="tagline">{embedded.text}</p>
      <div class="embedded">
        <div id="pay" data-session={session}>
          <a class="primary" href={checkoutUrl}>
            {embedded.link}
          </a>
        </div>
        <section class="told" aria-labelledby="told-title">
          <h2 id="told-title">{embedded.callbacks}</h2>
          <p class="hint">{embedded.callbacksHint}</p>
          <pre tabIndex={0}>
            <code id="told" role="status">
              {embedded.none}
            </code>
          </pre>
          <p>
            <a href={kit.paths.demo(language)}>{embedded.back}</a>
          </p>
        </section>
      </div>
      <Steps {...props} />
    </ShopLayout>
  );
}

function Steps({ kit, language, basket }: EmbeddedViewProps) {
  const { embedded } = WORDS[language];
  const session = sessionCall(kit, language, basket);
  return (
    <section aria-labelledby="steps-title">
      <h2 id="steps-title">{embedded.steps}</h2>
      <CopySteps language={language} steps={embeddedSteps(kit, language, session)} />
    </section>
  );
}
