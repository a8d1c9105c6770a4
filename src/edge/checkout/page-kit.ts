import type { FastifyRequest } from "fastify";
import { redirectAddress } from "../../checkout/redirect.ts";
import type { Language, Session } from "../../checkout/session.ts";
import type { Clock, Instant } from "../../kernel/clock.ts";
import type { Digest } from "../../kernel/digest.ts";
import type { BrandStore } from "../../merchant/ports.ts";
import type { BinGuard } from "../../payment/bin-guard.ts";
import type { CompleteChallengeDeps } from "../../payment/complete-challenge.ts";
import { publicDeclineCode } from "../../payment/decline.ts";
import type { SessionClosures } from "../../payment/ports.ts";
import { openSession, type SessionContext } from "../../payment/open-session.ts";
import type { Payment, PaymentOrigin } from "../../payment/payment.ts";
import { PUBLIC_STATUS } from "../../payment/states.ts";
import type { PayByTransferDeps } from "../../transfer/pay-by-transfer.ts";
import type { RateLimits } from "../http/rate-limit.ts";
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
    /** The real time; what a page says of a session goes by `clocks`. */
    readonly clock: Clock;
    readonly digest: Digest;
    readonly rateLimits: Pick<RateLimits, "bySession">;
    /** Own address in links; its path is ours, its scheme decides on HSTS. */
    readonly publicUrl: string;
    readonly assets: Assets;
    readonly drafts: Drafts;
    readonly closures: SessionClosures;
    readonly brands: Pick<BrandStore, "find">;
    readonly brandStyles: BrandStyles;
    readonly binGuard: BinGuard;
    /** Whether the merchant's shop has been told of a payment that succeeded then. */
    readonly wasNotified: (payment: Payment, succeeded: Instant) => Promise<boolean>;
    /** When a payment succeeded, whatever was captured or refunded of it since. */
    readonly succeededAt: (payment: Payment) => Promise<Instant>;
    /** Where the customer is: an IPv4 address or an IPv6 /64. */
    readonly clientNetwork: (request: FastifyRequest) => string;
    /** Whether an error means that the database is away, and may be back soon. */
    readonly isUnavailable: (error: unknown) => boolean;
    /** Listed on the pages of test sessions. */
    readonly sandboxCards: readonly SandboxCard[];
  };

/** What the routes of the checkout share. */
export type PageKit = CheckoutPagesDeps & {
  readonly paths: Paths;
  /** The merchant's page around ours; absent on the hosted page. */
  readonly frame?: Frame;
};

/** Where a payment that begins here comes back to: our page, or the frame in a merchant's. */
export function originOf({ frame }: PageKit): PaymentOrigin {
  return frame === undefined ? "page" : "widget";
}

/** A session as its page sees it at one moment. */
export type Checkout = SessionContext & {
  readonly brand: ShownBrand;
  readonly state: SessionState;
  readonly language: Language;
  /** What an earlier try left to be typed again. */
  readonly draft: Draft | undefined;
};

/** The session of a page request; `undefined` for an id that nobody gave out. */
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
    ...look,
    merchantId: merchant.merchantId,
    name: look.displayName ?? merchant.name,
  };
  return { ...context.value, brand, state, language, draft };
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
  // A payment of the last moment may still be on its way; only a closed session can't be paid.
  const { kind } = await kit.closures.close(sessionId, now);
  return kind === "closed" ? state : stateOf(kit, session);
}

/** Tells a page that waits whether to look again; `undefined` for an id that nobody gave out. */
export async function findState(kit: PageKit, sessionId: string): Promise<PolledState | undefined> {
  const context = await openSession(kit, sessionId);
  if (!context.ok) return undefined;
  const state = await stateOf(kit, context.value.session);
  const token = { state: stateToken(state) };
  if (state.kind !== "paid") return token;
  const { payment } = state;
  return { ...token, notified: await kit.wasNotified(payment, await kit.succeededAt(payment)) };
}

/** What is true of a session: its state and, once it is paid, whether the shop knows. */
export type PolledState = { readonly state: string; readonly notified?: boolean };

/** The merchant's address for a payment that has ended, signed; `undefined` while it has not. */
export function merchantAddress(
  kit: PageKit,
  { session, merchant }: SessionContext,
  payment: Payment,
): string | undefined {
  const { orderId, declineReason } = payment;
  const { webhookSecret } = merchant;
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

/** The way back to the shop from a session that was not paid and can't be paid any more. */
export function unpaidAddress(
  kit: PageKit,
  { session, merchant }: SessionContext,
  state: ClosedState,
): string {
  const { webhookSecret } = merchant;
  return redirectAddress(kit, session, { status: "failed", ...unpaidEnd(state), webhookSecret });
}
