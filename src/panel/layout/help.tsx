import type { Language } from "../../kernel/language.ts";
import type { PanelPage } from "../kit/answer.ts";
import { useOpen } from "../kit/context.ts";
import type { NavKey } from "../kit/nav.ts";
import { shell } from "../words/shell.ts";

const GUIDES: Readonly<Record<Language, string>> = { tr: "panel-kilavuzu", en: "panel" };

type Part = Readonly<Record<Language, string>>;

const part = (tr: string, en: string): Part => ({ tr, en });
const OPERATION = part("isletme", "operation");

/** The parts of the guide to the panel by the section of a page. */
const PARTS: Readonly<Record<NavKey, Part>> = {
  overview: part("genel-bakis", "overview"),
  payments: part("odemeler", "payments"),
  approvals: part("iade-onaylari", "refund-approvals"),
  customers: part("musteriler", "customers"),
  cards: part("kayitli-kartlar", "stored-cards"),
  transfers: part("havaleler", "transfers"),
  settlement: part("mutabakat", "settlement"),
  cases: part("banka-teyidi", "to-clear-with-the-bank"),
  keys: part("api-anahtarlari", "api-keys"),
  webhooks: part("webhook-lar", "webhooks"),
  requests: part("istek-kaydi", "request-log"),
  acquirers: part("banka-baglantilari", "bank-connections"),
  tables: part("taksit-tablolari", "installment-tables"),
  settings: part("ayarlar", "settings"),
  users: part("kullanicilar", "users"),
  audit: part("denetim-kaydi", "audit-log"),
  merchants: OPERATION,
  bins: OPERATION,
  security: OPERATION,
  jobs: OPERATION,
  operators: OPERATION,
};

/** The parts for pages that belong to no section, by a piece of their path. */
const PARTS_BY_PATH: readonly (readonly [RegExp, Part])[] = [
  [/\/clock(?:[/?]|$)/, part("test-saati", "test-clock")],
  [/\/account(?:[/?]|$)/, part("hesabiniz", "your-account")],
];

/** The link from a page of the panel to its part of the documentation, if that is served. */
export function HelpLink({ page }: { readonly page: PanelPage }) {
  const { kit, language, request } = useOpen();
  if (!kit.hasDocumentation) return null;
  const found =
    page.nav === undefined
      ? PARTS_BY_PATH.find(([path]) => path.test(request.url))?.[1]
      : PARTS[page.nav];
  const fragment = found === undefined ? "" : `#${found[language]}`;
  return (
    <a class="help" href={`${kit.pagePaths.docs()}/${GUIDES[language]}${fragment}`}>
      {shell[language].help}
    </a>
  );
}
