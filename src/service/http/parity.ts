import { PROTOCOLS } from "../../acquirer/connection/protocols.ts";
import { sandboxOffers } from "../../acquirer/sandbox/offers.ts";
import { DOOR_PROTOCOLS } from "../../bank/door/doors.ts";
import { both, type Servings } from "../../documentation/parity.ts";
import type { FeedForm } from "../../domain/account-feed/feed-form.ts";
import { SANDBOX_BINS } from "../../domain/card/sandbox-bins.ts";
import { turkishBins } from "../runtime/cards.ts";

/** No bank's protocol offers these; see the decision. */
const COMPANIES_ONLY = { live: [], because: "live-gateways.md" } as const;

/**
 * By what each seam between test and live mode is served, from the registries of the code. An empty
 * list is explained by docs/decisions/live-gateways.md or another decision.
 */
export function servings(feedProtocols: readonly { readonly form: FeedForm }[]): Servings {
  return { ...cardServings(), ...redirectServings(), ...accountServings(feedProtocols) };
}

function cardServings() {
  const doors = DOOR_PROTOCOLS.join(", ");
  return {
    acquirer: {
      test: [TEST_BANK, both(`its doors, which speak ${doors}`, `onun kapıları: ${doors}`)],
      live: PROTOCOLS.map(({ title, banks }) => {
        const names = [...new Set(banks.map((bank) => bank.title))].join(", ");
        return both(`${title}: ${names}`, `${title}: ${names}`);
      }),
    },
    bins: {
      test: [
        both(
          `${SANDBOX_BINS.size} rows of the sandbox`,
          `test ortamının ${SANDBOX_BINS.size} satırı`,
        ),
      ],
      live: [
        both(
          `${turkishBins().size} rows of Turkey, or the imported table`,
          `Türkiye'nin ${turkishBins().size} satırı ya da yüklenen tablo`,
        ),
      ],
    },
    rates: {
      test: [
        both("the sandbox's rates, or the merchant's", "test oranları ya da üye iş yerininkiler"),
      ],
      live: [both("the merchant's commission rates", "üye iş yerinin komisyon oranları")],
    },
    movements: {
      test: [TEST_BANK],
      live: PROTOCOLS.filter(({ listsBookings }) => listsBookings === true).map(({ title }) =>
        both(title, title),
      ),
    },
    card_list: {
      test: [both("the doors of the same banks", "aynı bankaların kapıları")],
      live: PROTOCOLS.filter(({ listsCards }) => listsCards === true).map(({ title }) =>
        both(title, title),
      ),
    },
  } satisfies Partial<Servings>;
}

function redirectServings() {
  const { wallets, lenders } = sandboxOffers("TRY");
  return {
    wallet: { test: wallets.map(({ name }) => both(name, name)), ...COMPANIES_ONLY },
    shopping_credit: {
      test: lenders.map(({ bankName }) => both(bankName, bankName)),
      ...COMPANIES_ONLY,
    },
    papel: { test: [TEST_BANK], ...COMPANIES_ONLY },
  } satisfies Partial<Servings>;
}

function accountServings(feedProtocols: readonly { readonly form: FeedForm }[]) {
  return {
    receiving_account: {
      test: [
        both(
          "the test bank's accounts, or the merchant's",
          "test hesapları ya da üye iş yerininkiler",
        ),
      ],
      live: [both("the merchant's accounts", "üye iş yerinin hesapları")],
    },
    transfer_feed: {
      test: [
        both("the test bank, by Garanti's protocol", "test bankası, Garanti protokolüyle"),
        STATEMENTS,
      ],
      live: [...feedProtocols.map(({ form: { title } }) => both(title, title)), STATEMENTS],
    },
    settlement: {
      test: [
        both("the test bank's extract each day", "her gün test bankasının ekstresi"),
        SETTLEMENT,
      ],
      live: [
        ...feedProtocols
          .filter(({ form }) => form.bringsFiles === true)
          .map(() => both("by SFTP, looked at by itself", "SFTP ile, kendiliğinden bakılarak")),
        SETTLEMENT,
      ],
    },
  } satisfies Partial<Servings>;
}

const TEST_BANK = both("the test bank", "test bankası");
const STATEMENTS = both(
  "camt.053 and MT940 files by command, panel or folder",
  "komut, panel ya da klasörle camt.053 ve MT940 dosyaları",
);
const SETTLEMENT = both(
  "a bank's extract (.xlsx, .csv) by a mapping of its columns; by command or panel",
  "bankanın ekstresi (.xlsx, .csv), sütun eşlemesiyle; komut ya da panel",
);
