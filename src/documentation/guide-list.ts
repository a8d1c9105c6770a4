import type { Language } from "../kernel/language.ts";
import type { Section } from "./doc-page.ts";

export type Guide = {
  readonly path: string;
  /** Path below `docs/`. */
  readonly file: string;
  readonly section: Section;
  readonly language: Language;
  readonly summary: string;
  /** Path of the guide in the other language; undefined if there is none. */
  readonly twin?: string | undefined;
};

type Row = readonly [path: string, file: string, summary: string];

/** A guide in English and, behind it, the same in Turkish. */
type Pair = readonly [en: Row, tr?: Row];

const START: readonly Pair[] = [
  [
    ["", "guide/overview.md", "An overview of Vezne and its documentation."],
    ["/genel-bakis", "guide/genel-bakis.md", "Vezne'ye ve belgelerine genel bakış."],
  ],
  [
    ["/quickstart", "guide/quickstart.md", "From a key to a paid and refunded order."],
    [
      "/hizli-baslangic",
      "guide/hizli-baslangic.md",
      "Anahtardan ödenmiş ve iade edilmiş siparişe.",
    ],
  ],
  [
    ["/sandbox", "guide/sandbox.md", "Test cards, result codes and decline codes."],
    ["/test-ortami", "guide/test-ortami.md", "Test kartları, sonuç kodları ve ret kodları."],
  ],
  [
    [
      "/switching",
      "guide/switching.md",
      "The names of iyzico, PayTR and Stripe, and those of Vezne.",
    ],
    [
      "/gecis-rehberi",
      "guide/gecis-rehberi.md",
      "iyzico, PayTR ve Stripe'taki adların Vezne'deki karşılıkları.",
    ],
  ],
];

const GUIDE_PAGES: readonly Pair[] = [
  [
    ["/hosted-page", "guide/hosted-page.md", "The redirect of customers and their return."],
    ["/odeme-sayfasi", "guide/odeme-sayfasi.md", "Müşterinin ödeme sayfasına gidişi ve dönüşü."],
  ],
  [
    ["/widget", "widget.md", "The payment form within your own page."],
    ["/gomulu-form", "guide/gomulu-form.md", "Kendi sayfanızın içindeki ödeme formu."],
  ],
  [
    ["/server-to-server", "guide/server-to-server.md", "Every payment type and style."],
    ["/sunucudan-odeme", "guide/sunucudan-odeme.md", "Bütün ödeme türleri ve iki yanıt biçimi."],
  ],
  [
    ["/after-payment", "guide/after-payment.md", "Statuses, captures, refunds, transfers."],
    [
      "/odemeden-sonra",
      "guide/odemeden-sonra.md",
      "Durumlar, provizyon kapama, iadeler, havaleler.",
    ],
  ],
  [
    ["/webhooks", "guide/webhooks.md", "Events, deliveries and their signature."],
    ["/webhooklar", "guide/webhooklar.md", "Olaylar, gönderimler ve imzaları."],
  ],
  [
    ["/connect-your-bank", "guide/connect-your-bank.md", "Your virtual POS in Vezne."],
    ["/bankanizi-baglayin", "guide/bankanizi-baglayin.md", "Sanal POS'unuzu Vezne'ye bağlayın."],
  ],
  [
    ["/going-live", "guide/going-live.md", "From the bank's papers to the first real payment."],
    ["/canliya-gecis", "guide/canliya-gecis.md", "Sözleşmeden ilk gerçek ödemeye."],
  ],
  [
    ["/3d-secure-help", "guide/3d-secure-help.md", "3-D Secure doesn't work: causes and cures."],
    [
      "/3d-secure-calismiyor",
      "guide/3d-secure-calismiyor.md",
      "3-D Secure çalışmıyor: nedenler ve çareler.",
    ],
  ],
  [
    ["/parity", "guide/parity.md", "By what each promise is kept in test and in live mode."],
    [
      "/test-ve-canli",
      "guide/test-ve-canli.md",
      "Her sözün test ortamında ve canlıda neyle tutulduğu.",
    ],
  ],
  [
    ["/law", "guide/law.md", "Rules for merchants and for companies that serve them."],
    ["/hukuk", "guide/hukuk.md", "İş yerleri ve onlara hizmet verenler için kurallar."],
  ],
  [
    ["/keys", "guide/keys.md", "Keys with names, rights and networks."],
    ["/anahtarlar", "guide/anahtarlar.md", "Adı, yetkileri ve ağları olan anahtarlar."],
  ],
  [
    ["/reports", "guide/reports.md", "Lists, summaries and exports."],
    ["/raporlar", "guide/raporlar.md", "Listeler, özetler ve dışa aktarma."],
  ],
  [
    ["/panel", "guide/panel.md", "Every page of the panel in a few sentences."],
    ["/panel-kilavuzu", "guide/panel-kilavuzu.md", "Panelin bütün sayfaları, birkaç cümleyle."],
  ],
  [
    ["/client", "client.md", "Every operation from TypeScript."],
    ["/istemci", "guide/istemci.md", "Bütün işlemler TypeScript'ten."],
  ],
  [
    ["/client-python", "client-python.md", "Every operation from Python."],
    ["/istemci-python", "guide/istemci-python.md", "Bütün işlemler Python'dan."],
  ],
  [
    ["/client-php", "client-php.md", "Every operation from PHP."],
    ["/istemci-php", "guide/istemci-php.md", "Bütün işlemler PHP'den."],
  ],
];

const REFERENCE: readonly Pair[] = [
  [
    ["/conventions", "guide/conventions.md", "Keys, errors, idempotency, limits."],
    ["/kurallar", "guide/kurallar.md", "Anahtarlar, hatalar, yineleme anahtarı, sınırlar."],
  ],
  [["/specification", "specification.md", "Endpoints, fields, states and errors."]],
  [["/contract", "contract.md", "The decision of each open point, and the test that proves it."]],
];

/** The handwritten pages in the order of the contents. */
export const GUIDES: readonly Guide[] = [
  ...guidesOf("Start", START),
  ...guidesOf("Guides", GUIDE_PAGES),
  ...guidesOf("Reference", REFERENCE),
];

function guidesOf(section: Section, pairs: readonly Pair[]): readonly Guide[] {
  return pairs.flatMap(([en, tr]) => [
    guideOf({ section, language: "en", twin: tr?.[0] }, en),
    ...(tr === undefined ? [] : [guideOf({ section, language: "tr", twin: en[0] }, tr)]),
  ]);
}

function guideOf(
  { section, language, twin }: Pick<Guide, "section" | "language" | "twin">,
  [path, file, summary]: Row,
): Guide {
  const other = twin === undefined ? undefined : `/docs${twin}`;
  return { path: `/docs${path}`, file, section, language, summary, twin: other };
}
