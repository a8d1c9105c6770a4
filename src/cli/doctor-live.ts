import {
  mayGoLive,
  type LivePlace,
  type LivePoint,
  type LivePointName,
} from "../domain/connection/live-readiness.ts";
import { toIso } from "../kernel/clock.ts";
import { EXIT } from "../service/start/exit-code.ts";
import { openBins } from "../service/runtime/cards.ts";
import { readLiveReadiness } from "../service/http/live-facts.ts";
import { merchantOf, namedOrOnly } from "./kit/merchant-of.ts";
import { print } from "./kit/output.ts";
import { runOnInstallation } from "./kit/with-installation.ts";

const MARKS = { done: "ok  ", missing: "FAIL", advice: "warn" } as const;

const SENTENCES: Readonly<Record<LivePointName, string>> = {
  connection: "an active live connection, accepted by its bank since the last change",
  three_d_secure: "a 3-D Secure model at such a connection",
  store_key: "a store key that a signed return of the bank has proved, at each such connection",
  simulated_bank: "no live connection to the test bank",
  public_https: "an https address of the service",
  production: "the production environment",
  vault_key: "the vault key apart from the data",
  live_key: "a live API key",
  second_factor: "an owner with a second factor",
  webhook: "a webhook with an https address",
  brand: "the address of the terms of sale",
  commissions: "a commission table",
  bins: "a BIN table that knows the banks of connections with installments",
  settlement: "a settlement contract",
  demo_shop: "no demo shop",
  backup: "backups and a tried restore, which Vezne can't see",
};

/** Lists the conditions of a merchant's live payments, and fails if a required one is missing. */
export function checkLive(merchant: string | undefined, isJson: boolean): Promise<void> {
  return runOnInstallation(async (installation) => {
    const { merchantId } = await namedOrOnly(installation, merchant);
    const { settings } = await merchantOf(installation, merchantId);
    const bins = await openBins(installation);
    const points = await readLiveReadiness({ ...installation, bins }, merchantId);
    const isReady = mayGoLive(points);
    const since = settings.liveSince === null ? null : toIso(settings.liveSince);
    const listed = points.map(({ name, state, place }) => ({ name, state, mend: mendOf(place) }));
    print(
      {
        json: { merchant_id: merchantId, live_since: since, ready: isReady, points: listed },
        text: [...points.map(lineOf), "", stateText(since, isReady)].join("\n"),
      },
      isJson,
    );
    if (!isReady) process.exitCode = EXIT.refused;
  });
}

function lineOf({ name, state, place }: LivePoint): string {
  const line = `${MARKS[state]}  ${SENTENCES[name]}`;
  return state === "done" ? line : `${line}\n      ${mendOf(place)}`;
}

function mendOf(place: LivePlace): string {
  if (place.kind === "panel") return `panel, live mode: ${place.page}`;
  return place.kind === "setting" ? place.name : place.document;
}

function stateText(since: string | null, isReady: boolean): string {
  if (since !== null) return `Live card payments are on since ${since}.`;
  const next = isReady ? "An owner switches them on in the panel, page Go live." : "";
  return `Live card payments are off. ${next}`.trimEnd();
}
