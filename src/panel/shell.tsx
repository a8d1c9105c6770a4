import { Document } from "../page/parts/document.tsx";
import { AlertIcon, CheckIcon } from "../page/parts/icons.tsx";
import type { TaskCounts } from "../domain/report/task-counts.ts";
import type { PanelPage } from "./kit/answer.ts";
import {
  ContextProvider,
  type OpenContext,
  isAccount,
  isMerchant,
  useOpen,
} from "./kit/context.ts";
import { HelpLink } from "./layout/help.tsx";
import { ModeBar, RaiseBar } from "./layout/mode-bar.tsx";
import { Sections } from "./layout/sections.tsx";
import { TopBar } from "./layout/top-bar.tsx";
import { shell } from "./words/shell.ts";

type ShellProps = {
  readonly context: OpenContext;
  readonly page: PanelPage;
  readonly counts?: TaskCounts | undefined;
};

/** The layout of every page: mode, merchant, navigation and flash. */
export function Shell({ context, page, counts }: ShellProps) {
  const { kit, language, look } = context;
  const words = shell[language];
  return (
    <Document
      language={language}
      formToken={isAccount(context) ? context.formToken : undefined}
      timeZone={isMerchant(context) ? context.merchant.settings.timeZone : undefined}
      title={titleOf(context, page)}
      paths={kit.pagePaths}
      style={kit.assets.style("panel")}
      scripts={[kit.assets.script("panel")]}
      scheme={look.scheme === "auto" ? undefined : look.scheme}
    >
      <ContextProvider value={context}>
        <a class="skip" href="#main">
          {words.skip}
        </a>
        {isMerchant(context) && <ModeBar page={page} />}
        {isMerchant(context) && <RaiseBar />}
        <TopBar page={page} counts={counts} />
        <div class={isAccount(context) ? "frame" : "frame alone"}>
          {isAccount(context) && <Sections current={page.nav} counts={counts} />}
          <main
            id="main"
            tabIndex={-1}
            data-merchant={isMerchant(context) ? context.merchant.merchantId : undefined}
          >
            <PageHead page={page} />
            <FlashMessage flash={page.flash} words={words} />
            {page.body}
          </main>
        </div>
        <footer class="foot">{words.poweredBy}</footer>
      </ContextProvider>
    </Document>
  );
}

function titleOf(context: OpenContext, page: PanelPage): string {
  const words = shell[context.language];
  if (!isMerchant(context)) return `${page.title} – Vezne`;
  const mode = words[context.scope.mode];
  return `${page.title} – ${context.merchant.name} (${mode}) – Vezne`;
}

type PageProps = Pick<ShellProps, "page">;

/** The page's place, title and actions. */
function PageHead({ page }: PageProps) {
  return (
    <>
      <Crumbs page={page} />
      <div class="head">
        <h1>{page.title}</h1>
        <div class="tools">
          {page.actions}
          <HelpLink page={page} />
        </div>
      </div>
    </>
  );
}

function Crumbs({ page }: PageProps) {
  const { language } = useOpen();
  const { crumbs = [] } = page;
  if (crumbs.length === 0) return null;
  return (
    <nav class="crumbs" aria-label={shell[language].crumbs}>
      <ol>
        {crumbs.map(({ label, href }) => (
          <li>
            <a href={href}>{label}</a>
          </li>
        ))}
        <li aria-current="page">{page.title}</li>
      </ol>
    </nav>
  );
}

type FlashProps = { readonly flash: PanelPage["flash"]; readonly words: (typeof shell)["tr"] };

function FlashMessage({ flash, words }: FlashProps) {
  if (flash === undefined) return null;
  const isDone = flash.kind !== "refused";
  return (
    <div class={`flash ${flash.kind}`} role={isDone ? "status" : "alert"} id="notice">
      {isDone ? <CheckIcon /> : <AlertIcon />}
      <p>
        <strong class="unseen">{isDone ? words.done : words.refused}: </strong>
        {flash.text}
      </p>
    </div>
  );
}
