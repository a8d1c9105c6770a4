import type { AcquirerState, Challenge } from "./acquirer.ts";
import { acquirerState } from "./acquirer-state.ts";
import type { AttemptVault } from "./attempt-vault.ts";
import type { Attempt } from "./payment.ts";
import type { AttemptChange } from "./attempt-change.ts";

export type SealDeps = { readonly attemptVault: AttemptVault };

type Place = Pick<Attempt, "merchantId" | "attemptId">;

/** The values that an outcome may bring to be stored; most outcomes bring none. */
type StorableValues = {
  readonly state?: AcquirerState | undefined;
  readonly show?: Challenge["show"];
};

/** The largest document of a bank that is shown to a customer, in UTF-16 code units. */
const LARGEST_DOCUMENT = 256 * 1_024;

export type SealedOutcome = Pick<AttemptChange, "newState" | "newDocument" | "bankForm">;

/** Encrypts the values of an outcome that are stored with its attempt. */
export async function sealOutcome(
  { attemptVault }: SealDeps,
  { merchantId, attemptId }: Place,
  outcome: StorableValues & { readonly kind: string },
): Promise<SealedOutcome> {
  const { state, show } = outcome;
  if (state === undefined && show === undefined) return {};
  const place = { merchantId, attemptId };
  const newState =
    state === undefined
      ? undefined
      : await attemptVault.seal({ ...place, purpose: "acquirer_state" }, state);
  if (show?.kind !== "html") return { newState, bankForm: show };
  const newDocument = await attemptVault.seal(
    { ...place, purpose: "challenge_document" },
    show.document,
  );
  return { newState, newDocument };
}

/** True if a challenge is too large to be stored and shown. */
export function isTooLarge({ show }: Challenge): boolean {
  return show.kind === "html" && show.document.length > LARGEST_DOCUMENT;
}

/** Decrypts the state that the bank's last outcome brought; attempts of the sandbox have none. */
export async function openState(
  { attemptVault }: SealDeps,
  attempt: Pick<Attempt, "merchantId" | "attemptId" | "sealedState">,
): Promise<AcquirerState | undefined> {
  const { merchantId, attemptId, sealedState } = attempt;
  if (sealedState === undefined) return undefined;
  const place = { merchantId, attemptId, purpose: "acquirer_state" } as const;
  return acquirerState(await attemptVault.open(place, sealedState));
}

/** Returns the form or document that takes the browser to the bank, only during the challenge. */
export async function openDisplay(
  { attemptVault }: SealDeps,
  attempt: Pick<Attempt, "merchantId" | "attemptId" | "bankForm" | "sealedDocument">,
): Promise<Challenge["show"] | undefined> {
  const { merchantId, attemptId, bankForm, sealedDocument } = attempt;
  if (sealedDocument === undefined) return bankForm;
  const place = { merchantId, attemptId, purpose: "challenge_document" } as const;
  return { kind: "html", document: await attemptVault.open(place, sealedDocument) };
}
