import type { ComponentChildren } from "preact";
import { MESSAGES } from "../messages/messages.ts";
import { otherLanguage } from "../language.ts";
import { Document } from "../parts/document.tsx";
import { LockIcon } from "../parts/icons.tsx";
import { Sandbox } from "./sandbox.tsx";
import type { ViewContext } from "./view-context.ts";

type LayoutProps = {
  readonly view: ViewContext;
  readonly title: string;
  /** Whether the page shows the form, which the test cards are filled into. */
  readonly hasForm?: boolean;
  readonly withoutScript?: ComponentChildren;
  readonly children: ComponentChildren;
};

/** The frame of the checkout pages: what they are, the other language, the test banner. */
export function Layout({ view, title, hasForm = false, withoutScript, children }: LayoutProps) {
  const { kit, language, words, isTest } = view;
  const { assets } = kit;
  const fillsCards = isTest && hasForm;
  return (
    <Document
      language={language}
      title={title}
      paths={kit.paths}
      style={assets.style("checkout")}
      scripts={[assets.script("checkout"), ...(fillsCards ? [assets.script("sandbox")] : [])]}
      withoutScript={withoutScript}
      hasBar={hasForm}
    >
      <a class="skip" href="#main">
        {words.page.skip}
      </a>
      <header class="masthead">
        {isTest && <Sandbox view={view} hasForm={hasForm} />}
        <div class="bar">
          <p class="secure">
            <LockIcon /> {words.page.secure}
          </p>
          <LanguageSwitch view={view} />
        </div>
      </header>
      {children}
      <footer class="foot">
        <p>{words.page.footer}</p>
        <p>{words.page.poweredBy}</p>
      </footer>
    </Document>
  );
}

function LanguageSwitch({ view }: { readonly view: ViewContext }) {
  const { language, words, switchTo } = view;
  if (switchTo === undefined) return null;
  const other = otherLanguage(language);
  return (
    <nav class="languages" aria-label={words.page.languages}>
      <span aria-current="true">{words.page.languageName}</span>
      <a href={switchTo} lang={other} hreflang={other}>
        {MESSAGES[other].page.languageName}
      </a>
    </nav>
  );
}
