import type { CardVault } from "../../domain/card/ports.ts";
import { sleep } from "../../system/sleep.ts";
import { createAddresses } from "../../page/addresses.ts";
import { tracedRecoverers } from "../tracing/traced-recovery.ts";
import type { AcquirerDirectory } from "../../domain/payment/acquirer-directory.ts";
import type { AttemptKind } from "../../domain/payment/payment.ts";
import {
  watchRound,
  type LateAnswers,
  type WatchRoundDeps,
} from "../../domain/payment/outcome/attempt-watch.ts";
import type { CardOfferDeps } from "../../domain/payment/charge/card-offer.ts";
import type { CardGuard } from "../../domain/payment/card-guard.ts";
import { applyLateModification } from "../../domain/payment/modification/late-modification.ts";
import { recoverModification } from "../../domain/payment/recovery/recover-modification.ts";
import {
  createRecovery,
  type Recoverer,
  type RecoveryDeps,
} from "../../domain/payment/recovery/recover.ts";
import {
  recoverAuthorization,
  type AuthorizationDeps,
} from "../../domain/payment/recovery/recover-authorization.ts";
import { recoverUndo } from "../../domain/payment/recovery/recover-undo.ts";
import { applyLateCharge } from "../../domain/payment/outcome/late-charge.ts";
import { lookForSecond, type SecondRefundDeps } from "../../domain/refund/second-refund.ts";
import type { SlowCalls } from "../../domain/payment/slow-calls.ts";
import { UnsentIntents } from "../../domain/payment/charge/unsent-intents.ts";
import { applyLateRefund } from "../../domain/refund/late-refund.ts";
import { recoverRefund } from "../../domain/refund/recover-refund.ts";
import type { RefundDeps } from "../../domain/refund/refund-payment.ts";
import type { StatementDeps } from "../../domain/transfer/apply-lines.ts";
import { finishAssignmentOf } from "../../domain/transfer/assign-line.ts";
import type { Installation } from "../installation/installation.ts";
import type { Round, Rounds } from "./job.ts";

/** The dependencies of the use cases of payments, refunds and transfers. */
export type PaymentDeps = AuthorizationDeps &
  RefundDeps &
  StatementDeps &
  Pick<SecondRefundDeps, "movements"> & {
    readonly merchants: Installation["merchants"];
    readonly openHolds: Installation["openHolds"];
  };

/** Dependencies that live in a serving process. */
export type ProcessDeps = { readonly acquirers: AcquirerDirectory } & Pick<
  CardOfferDeps,
  "bins" | "connectionRoster"
> & {
    readonly cardGuard: CardGuard;
    readonly cardVault: CardVault;
    readonly countCard: PaymentDeps["countCard"];
    readonly slowWork: SlowCalls;
  };

export function paymentDeps(
  installation: Installation,
  { acquirers, bins, connectionRoster, cardGuard, cardVault, countCard, slowWork }: ProcessDeps,
): PaymentDeps {
  const { config, logger } = installation;
  const addresses = createAddresses(config.publicUrl);
  const deps: Omit<PaymentDeps, "finishAssignmentOf"> = {
    clock: installation.clock,
    clocks: installation.clocks,
    random: installation.random,
    sessions: installation.sessions,
    merchants: installation.merchants,
    payments: installation.payments,
    modifications: installation.modifications,
    refunds: installation.refunds,
    expectSettlement: installation.expectSettlement,
    transfers: installation.transfers,
    statements: installation.statements,
    installmentTerms: installation.installmentTerms,
    failedItems: installation.failedItems,
    isPassing: installation.isPassing,
    acquirers,
    bins,
    connectionRoster,
    cardGuard,
    cardVault,
    countCard,
    slowCalls: slowWork,
    unsentIntents: new UnsentIntents(),
    restored: installation.restored,
    attemptVault: installation.attemptVault,
    watchedAttempts: installation.watchedAttempts,
    openHolds: installation.openHolds,
    movements: installation.movements,
    returnUrl: (attemptId) => addresses.bankReturn(attemptId),
    report: (sentence, facts) => logger.warn(facts, sentence),
  };
  return { ...deps, finishAssignmentOf: (orderId) => finishAssignmentOf(deps, orderId) };
}

type RecoveryParts = Pick<RecoveryDeps, "refreshClocks"> & Partial<Pick<Installation, "tracing">>;

/** Asks the banks for the outcome of every attempt whose outcome is unknown. */
export function recoverPayments(
  deps: PaymentDeps,
  { refreshClocks, tracing }: RecoveryParts,
): Rounds {
  const modification: Recoverer = (attempt) => recoverModification(deps, attempt);
  const recoverers = {
    authorize: (attempt) => recoverAuthorization(deps, attempt),
    capture: modification,
    void: modification,
    refund: (attempt) => recoverRefund(deps, attempt),
    undo: (attempt) => recoverUndo(deps, attempt),
  } satisfies Record<AttemptKind, Recoverer>;
  const recovery = createRecovery({
    ...deps,
    sleep,
    refreshClocks,
    recoverers: tracing === undefined ? recoverers : tracedRecoverers(tracing, recoverers),
  });
  return {
    async round() {
      const isMore = (await recovery.round()) > 0;
      await deps.unsentIntents.withdraw(deps);
      return isMore;
    },
    end: recovery.end,
  };
}

/**
 * Asks the banks about failed attempts that they may still book, and makes inquiries due that lie
 * too far ahead.
 */
export function watchReferences(deps: PaymentDeps): Round {
  const lateAnswers = lateAnswersOf(deps);
  const seek: WatchRoundDeps["lookForSecond"] = (refund) => lookForSecond(deps, refund);
  return async () => {
    const now = deps.clock.now();
    await deps.payments.bringForward(now);
    return watchRound({ ...deps, lateAnswers, lookForSecond: seek }, now);
  };
}

/** Applies answers of a bank that contradict an attempt that was decided before. */
export function lateAnswersOf(deps: PaymentDeps): LateAnswers {
  const modification: LateAnswers["capture"] = (attempt, answer) =>
    applyLateModification(deps, attempt, answer);
  return {
    authorize: (attempt, answer) => applyLateCharge(deps, attempt, answer),
    capture: modification,
    void: modification,
    refund: (attempt, answer) => applyLateRefund(deps, attempt, answer),
    // An undo is repeated until the bank confirms it, and is never declared failed.
    undo: () => Promise.resolve(),
  };
}
