import type { Language } from "../kernel/language.ts";
import { cell, table } from "./markdown.ts";

type Text = Readonly<Record<Language, string>>;

/** The parts of the program that serve test and live mode differently. */
export type Seam =
  | "acquirer"
  | "bins"
  | "rates"
  | "receiving_account"
  | "transfer_feed"
  | "wallet"
  | "shopping_credit"
  | "papel"
  | "movements"
  | "card_list"
  | "settlement";

/** The part that serves a seam between test and live mode, for each of the two. */
export type Serving = {
  readonly test: readonly Text[];
  /** Empty if nothing serves live mode; then `because` names the decision that says why. */
  readonly live: readonly Text[];
  /** File below `docs/decisions`. */
  readonly because?: string;
};

export type Servings = Readonly<Record<Seam, Serving>>;

type Promised = {
  /** Section of the specification; `contract` for what only the contract promises. */
  readonly section: string;
  readonly sentence: Text;
  /** Undefined where both modes run the same code on the same data. */
  readonly seam: Seam | undefined;
};

/** The promises of the specification, in its order. */
export const PROMISES: readonly Promised[] = [
  row("4.1", both("Sessions of the hosted page", "Ödeme sayfasının oturumları")),
  row("4.2", both("Embedded sessions and the widget", "Gömülü form oturumları")),
  row("4.3", both("Card payments", "Kart ödemeleri"), "acquirer"),
  row("4.3", both("3-D Secure", "3-D Secure"), "acquirer"),
  row("4.3", both("Installments of a payment", "Taksitli ödeme"), "rates"),
  row(
    "4.3",
    both("Bank transfers: the account that is shown", "Havale: gösterilen hesap"),
    "receiving_account",
  ),
  row("4.3", both("Wallets", "Cüzdanlar"), "wallet"),
  row("4.3", both("Shopping credit", "Alışveriş kredisi"), "shopping_credit"),
  row("4.3", both("Papel", "Papel"), "papel"),
  row("4.3", both("Stored cards", "Kayıtlı kartlar")),
  row("4.4", both("Installments of a card", "Kartın taksitleri"), "rates"),
  row("4.5", both("Bank, brand and type of a card", "Kartın bankası, markası ve türü"), "bins"),
  row(
    "4.6",
    both("Status, settled by inquiry at the bank", "Durum, bankaya sorularak"),
    "acquirer",
  ),
  row("4.7", both("Accounts for transfers", "Havale hesapları"), "receiving_account"),
  row("4.7", both("List of wallets", "Cüzdan listesi"), "wallet"),
  row("4.7", both("List of lenders", "Kredi veren bankalar"), "shopping_credit"),
  row("4.8", both("Refunds of card payments", "Kart ödemelerinin iadesi"), "acquirer"),
  row("4.8", both("Refunds of transfers, sent by hand", "Havale iadesi, elle gönderilir")),
  row("4.9", both("Voids and captures", "İptal ve provizyon kapama"), "acquirer"),
  row("4.10", both("Transaction list", "İşlem listesi")),
  row("4.11", both("Summary", "Özet")),
  row("4.12", both("Export", "Dışa aktarma")),
  row("5", both("Keys and their rights", "Anahtarlar ve yetkileri")),
  row(
    "6",
    both("Redirects, webhooks and the event feed", "Yönlendirmeler, webhook'lar, olay akışı"),
  ),
  row("6.5", both("Arrived transfers", "Gelen havaleler"), "transfer_feed"),
  row("7", both("Errors and result codes", "Hatalar ve sonuç kodları")),
  row("8", both("Limits", "Sınırlar")),
  row(
    "contract",
    both("The bank's list of bookings, compared", "Bankanın işlem listesiyle karşılaştırma"),
    "movements",
  ),
  row("contract", both("The bank's list of its cards", "Bankanın kart listesi"), "card_list"),
  row("contract", both("Settlement files", "Mutabakat dosyaları"), "settlement"),
];

function row(section: string, sentence: Text, seam?: Seam): Promised {
  return { section, sentence, seam };
}

/** A text in both languages. */
export function both(en: string, tr: string): Text {
  return { en, tr };
}

const HEAD: Readonly<Record<Language, readonly string[]>> = {
  en: ["section", "promise", "test", "live"],
  tr: ["bölüm", "söz", "test", "live"],
};
const SAME: Text = { en: "the same code and data", tr: "aynı kod ve veri" };
const NOTHING: Text = { en: "**nothing yet**", tr: "**henüz yok**" };
const REASON: Text = { en: "why", tr: "nedeni" };
const CONTRACT: Text = { en: "contract", tr: "sözleşme" };

/** A table of the promises with the parts that keep each in test and in live mode. */
export function parityTable(servings: Servings, language: Language): string {
  const text = (texts: readonly Text[]): string =>
    texts.map((one) => cell(one[language])).join("; ");
  const rows = PROMISES.map(({ section, sentence, seam }) => {
    const place = section === "contract" ? CONTRACT[language] : section;
    if (seam === undefined) {
      return [place, sentence[language], SAME[language], SAME[language]];
    }
    const { test, live, because } = servings[seam];
    const why =
      because === undefined ? "" : ` (${REASON[language]}: \`docs/decisions/${because}\`)`;
    const served = live.length === 0 ? `${NOTHING[language]}${why}` : text(live);
    return [place, sentence[language], text(test), served];
  });
  return table(HEAD[language], rows);
}
