import { DAY, later } from "../../kernel/clock.ts";
import type { PanelAnswer } from "../kit/answer.ts";
import type { AccountContext, MerchantContext } from "../kit/context.ts";
import { merchantRoute, operatorRoute, type PanelRoute } from "../kit/route.ts";
import { settingsWords } from "../settings/words.ts";
import { agesOf, AgeTable, vaultKeyFacts } from "./key-ages.tsx";
import { ViolationTable } from "./violation-table.tsx";
import { securityWords } from "./words.ts";

const SHOWN_MS = 30 * DAY;

/** The reports about the payment pages, and the ages of the keys. */
export const securityRoutes: readonly PanelRoute[] = [
  merchantRoute({
    method: "GET",
    path: "settings/security",
    permission: "settings.see",
    run: merchantPage,
  }),
  operatorRoute({
    method: "GET",
    path: "security",
    permission: "security.see",
    run: installationPage,
  }),
];

async function merchantPage(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, scope, language } = context;
  const words = securityWords[language];
  const since = later(kit.clock.now(), -SHOWN_MS);
  const [keys, counts] = await Promise.all([agesOf(context), kit.violations.list(scope, since)]);
  return {
    kind: "page",
    nav: "settings",
    title: words.title,
    crumbs: [{ label: settingsWords[language].title, href: context.to("settings") }],
    body: (
      <>
        <AgeTable keys={keys} />
        <section>
          <h2>{words.reports}</h2>
          <p class="hint">{words.reportsIntro}</p>
          <ViolationTable counts={counts} />
        </section>
      </>
    ),
  };
}

async function installationPage(context: AccountContext): Promise<PanelAnswer> {
  const { kit, language } = context;
  const words = securityWords[language];
  const since = later(kit.clock.now(), -SHOWN_MS);
  const counts = await kit.violations.listOfInstallation(since);
  return {
    kind: "page",
    nav: "security",
    title: words.title,
    body: (
      <>
        {await vaultKeyFacts(context)}
        <section>
          <h2>{words.reports}</h2>
          <p class="hint">{words.installationIntro}</p>
          <ViolationTable counts={counts} />
        </section>
      </>
    ),
  };
}
