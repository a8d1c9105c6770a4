import { later } from "../../kernel/clock.ts";
import { newSessionId } from "../../kernel/ids.ts";
import type { KeyedAnswer } from "../../kernel/keyed-answer.ts";
import type { Money } from "../../kernel/money.ts";
import type { Random } from "../../kernel/random.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import type { Clocks } from "../merchant/clocks.ts";
import type { HoldEnd, Mode } from "../merchant/merchant.ts";
import type { Caller } from "../merchant/ports.ts";
import { isSuspended } from "../merchant/suspend-merchant.ts";
import type { SessionStore } from "./ports.ts";
import { checkReturnUrl } from "./return-url.ts";
import type { Language } from "../../kernel/language.ts";
import {
  SESSION_LIFETIME_MS,
  type BasketItem,
  type CaptureMethod,
  type Customer,
  type Metadata,
  type Session,
} from "./session.ts";

export type CreateSessionDeps = {
  readonly clocks: Clocks;
  readonly random: Random;
  readonly sessions: SessionStore;
  /**
   * Returns undefined if the installation accepts sessions of this mode; otherwise the reason, as
   * the end of a sentence about the API key.
   */
  readonly modeOff: (mode: Mode) => string | undefined;
};

export type CreateSessionCommand = {
  readonly caller: Caller;
  readonly amount: Money;
  readonly language: Language;
  readonly captureMethod: CaptureMethod;
  readonly onHoldEnd: HoldEnd | undefined;
  readonly customer: Customer;
  readonly basket: readonly BasketItem[];
  readonly successUrl: string;
  readonly failUrl: string;
  readonly metadata: Metadata;
  readonly reference: string | undefined;
  readonly embedded: boolean;
};

/** The answer of a call with an `Idempotency-Key`, to be written together with its session. */
export type SessionAnswer = (session: Session) => KeyedAnswer;

/** A field that is not valid, with a message that names the valid form. */
export type InvalidField = { readonly field: string; readonly message: string };

const SUSPENDED = "must be of a merchant that takes payments; this one is suspended";

/** Creates a session that is valid for one hour (spec 4.1 and 4.2). */
export async function createSession(
  deps: CreateSessionDeps,
  command: CreateSessionCommand,
  answer?: SessionAnswer,
): Promise<Result<Session, InvalidField>> {
  const { caller, successUrl, failUrl, ...terms } = command;
  const message = deps.modeOff(caller.mode);
  if (message !== undefined) return refused({ field: "merchant_api_key", message });
  if (isSuspended(caller.merchant)) {
    return refused({ field: "merchant_api_key", message: SUSPENDED });
  }
  const success = checkReturnUrl(successUrl, caller.mode);
  if (!success.ok) return refused({ field: "success_url", message: success.refusal });
  const fail = checkReturnUrl(failUrl, caller.mode);
  if (!fail.ok) return refused({ field: "fail_url", message: fail.refusal });

  const { mode } = caller;
  const { merchantId } = caller.merchant;
  const now = deps.clocks.now({ merchantId, mode });
  const session: Session = {
    merchantId,
    sessionId: newSessionId(merchantId, { now, random: deps.random }),
    mode,
    successUrl: success.value,
    failUrl: fail.value,
    createdAt: now,
    expiresAt: later(now, SESSION_LIFETIME_MS),
    ...terms,
  };
  await deps.sessions.create(session, answer?.(session));
  return ok(session);
}
