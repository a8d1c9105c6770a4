import type { ComponentChildren } from "preact";
import { MESSAGES } from "../messages/messages.ts";
import { otherLanguage } from "../language.ts";
import { Document } from "../parts/document.tsx";
import { LockIcon } from "../parts/icons.tsx";
import { Sandbox } from "./sandbox.tsx";
import { FrameNotes } from "./frame-notes.tsx";
import type { ViewContext } from "./view-context.ts";

type LayoutProps = {
  readonly view: ViewContext;
  readonly title: string;
  /** Whether the page shows the form, which the test cards are filled into. */
  readonly hasForm?: boolean;
  readonly withoutScript?: ComponentChildren;
  /** Further scripts, by the names of their entries. */
  readonly scripts?: readonly string[];
  readonly children: ComponentChildren;
};

/** The frame of the checkout pages: what they are, the other language, the test banner. */
export function Layout(props: LayoutProps) {
  const { view, title, hasForm = false, withoutScript, scripts = [], children } = props;
  const { kit, language, words, isTest } = view;
  const { assets } = kit;
  const isFramed = kit.frame !== undefined;
  const more = [
    ...scripts,
    ...(isTest && hasForm ? ["sandbox"] : []),
    ...(isFramed ? ["frame"] : []),
  ];
  return (
    <Document
      language={language}
      title={title}
      paths={kit.paths}
      style={assets.style("checkout")}
      scripts={["checkout", ...more].map((name) => assets.script(name))}
      withoutScript={withoutScript}
      hasBar={hasForm}
      isFramed={isFramed}
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
      <FrameNotes view={view} />
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
