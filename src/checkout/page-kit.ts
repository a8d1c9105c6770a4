import type { FastifyRequest } from "fastify";
import { redirectAddress, redirectSecret } from "../domain/session/redirect.ts";
import type { Session } from "../domain/session/session.ts";
import type { Clock, Instant } from "../kernel/clock.ts";
import type { Digest } from "../kernel/digest.ts";
import type { BrandStore } from "../domain/merchant/ports.ts";
import type { BinGuard } from "../domain/payment/charge/bin-guard.ts";
import type { CompleteChallengeDeps } from "../domain/payment/charge/complete-challenge.ts";
import { publicDeclineCode } from "../domain/payment/decline.ts";
import type { SessionClosures } from "../domain/payment/ports.ts";
import { openSession, type SessionContext } from "../domain/payment/open-session.ts";
import type { Payment, PaymentOrigin } from "../domain/payment/payment.ts";
import { PUBLIC_STATUS } from "../domain/payment/states.ts";
import type { PayByTransferDeps } from "../domain/transfer/pay-by-transfer.ts";
import type { RateLimits } from "../http/limit/rate-limit.ts";
import type { Assets } from "../page/assets.ts";
import type { ShownBrand } from "../page/brand/brand-logo.tsx";
import type { BrandStyles } from "../page/brand/brand-styles.ts";
import { parseLanguage } from "../page/language.ts";
import type { Frame } from "../page/frame.ts";
import type { Paths } from "../page/paths.ts";
import type { SandboxCard } from "../page/sandbox-card.ts";
import type { Draft, Drafts } from "./drafts.ts";
import { sessionState, stateToken, type ClosedState, type SessionState } from "./session-state.ts";
import { unpaidEnd } from "./unpaid-end.ts";

export type CheckoutPagesDeps = CompleteChallengeDeps &
  PayByTransferDeps & {
    /** The real time; the pages take the time of a session from `clocks`. */
    readonly clock: Clock;
    readonly digest: Digest;
    readonly rateLimits: Pick<RateLimits, "bySession">;
    /** The service's public address, used in links. HSTS is sent if its scheme is https. */
    readonly publicUrl: string;
    readonly assets: Assets;
    readonly drafts: Drafts;
    readonly closures: SessionClosures;
    readonly brands: Pick<BrandStore, "find">;
    readonly brandStyles: BrandStyles;
    readonly binGuard: BinGuard;
    /** True if the merchant's endpoints have received the event of the payment's success. */
    readonly wasNotified: (payment: Payment, succeeded: Instant) => Promise<boolean>;
    /** The time at which the payment succeeded; a later capture or refund does not change it. */
    readonly succeededAt: (payment: Payment) => Promise<Instant>;
    /** The customer's network: an IPv4 address or an IPv6 /64. */
    readonly clientNetwork: (request: FastifyRequest) => string;
    /** True for an error which means that the database is temporarily unavailable. */
    readonly isUnavailable: (error: unknown) => boolean;
    /** Counts a failed call; true if its error belongs to an outage of the database. */
    readonly countFailure: (error: unknown) => boolean;
    /** True if live mode pays at the test bank. */
    readonly isRehearsal: boolean;
    /** The test cards that the pages of the test bank's sessions list. */
    readonly sandboxCards: readonly SandboxCard[];
  };

/** The dependencies of the checkout's routes. */
export type PageKit = CheckoutPagesDeps & {
  readonly paths: Paths;
  /** The frame in the merchant's page; absent on the hosted page. */
  readonly frame?: Frame;
};

/** The origin recorded with a payment, which decides where its customer returns from the bank. */
export function originOf({ frame }: PageKit): PaymentOrigin {
  return frame === undefined ? "page" : "widget";
}

/** A session with the facts that its page shows, read for one request. */
export type Checkout = SessionContext & {
  readonly brand: ShownBrand;
  readonly state: SessionState;
  readonly language: Session["language"];
  /** The form values of an earlier submission. */
  readonly draft: Draft | undefined;
};

/** Returns the session of a page request, or undefined for an unknown id. */
export async function openCheckout(
  kit: PageKit,
  request: { readonly session: string; readonly lang: string },
): Promise<Checkout | undefined> {
  const context = await openSession(kit, request.session);
  if (!context.ok) return undefined;
  const { session, merchant } = context.value;
  const [state, draft, look] = await Promise.all([
    stateOf(kit, session),
    kit.drafts.find(session.sessionId),
    kit.brands.find(session.merchantId),
  ]);
  const language = parseLanguage(request.lang) ?? draft?.language ?? session.language;
  const brand = {
    merchantId: merchant.merchantId,
    name: look.displayName ?? merchant.name,
    ...look,
  };
  return { brand, state, language, draft, ...context.value };
}

async function stateOf(kit: PageKit, session: Session): Promise<SessionState> {
  const { sessionId } = session;
  const now = kit.clocks.now(session);
  const [payments, closedAt] = await Promise.all([
    kit.payments.listBySession(sessionId),
    kit.closures.find(sessionId),
  ]);
  const state = sessionState(session, { payments, closedAt, now });
  if (state.kind !== "expired" || closedAt !== undefined) return state;
  // Another process may have begun a payment after the payments were read. The closure is atomic:
  // it either prevents any further payment, or fails because of a payment that the next read finds.
  const { kind } = await kit.closures.close(sessionId, now);
  return kind === "closed" ? state : stateOf(kit, session);
}

/** Returns the state for a page that polls it, or undefined for an unknown session. */
export async function findState(kit: PageKit, sessionId: string): Promise<PolledState | undefined> {
  const context = await openSession(kit, sessionId);
  if (!context.ok) return undefined;
  const state = await stateOf(kit, context.value.session);
  const token = { state: stateToken(state) };
  if (state.kind !== "paid") return token;
  const { payment } = state;
  return { ...token, notified: await kit.wasNotified(payment, await kit.succeededAt(payment)) };
}

/**
 * The state token of a session. `notified` is set for a paid session only: true if the shop has
 * received the payment's event.
 */
export type PolledState = { readonly state: string; readonly notified?: boolean };

/** Returns the signed return URL of a payment that has ended, or undefined before its end. */
export function merchantAddress(
  kit: PageKit,
  { session, merchant }: SessionContext,
  payment: Payment,
): string | undefined {
  const { orderId, declineReason } = payment;
  const webhookSecret = redirectSecret(merchant, kit.clock.now());
  switch (PUBLIC_STATUS[payment.state]) {
    case "completed":
    case "authorized":
    case "refunded":
      return redirectAddress(kit, session, { status: "success", orderId, webhookSecret });
    case "failed":
    case "cancelled": {
      const code =
        declineReason === undefined ? "cancelled_by_merchant" : publicDeclineCode(declineReason);
      return redirectAddress(kit, session, { status: "failed", orderId, code, webhookSecret });
    }
    case "pending":
    case "processing":
      return undefined;
  }
}

/** The signed return URL of a closed session that was not paid. */
export function unpaidAddress(
  kit: PageKit,
  { session, merchant }: SessionContext,
  state: ClosedState,
): string {
  const webhookSecret = redirectSecret(merchant, kit.clock.now());
  return redirectAddress(kit, session, { status: "failed", ...unpaidEnd(state), webhookSecret });
}
