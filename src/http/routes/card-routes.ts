import type { FastifyInstance, FastifyReply } from "fastify";
import type { CardFacts } from "../../domain/card/bin-record.ts";
import type { InstallmentOption } from "../../domain/installment/offer.ts";
import type { BinGuard } from "../../domain/payment/charge/bin-guard.ts";
import {
  lookUpCard,
  quoteInstallments,
  type LookUpDeps,
  type LookUpRefusal,
} from "../../domain/payment/charge/look-up-card.ts";
import { openSession, type OpenSessionDeps } from "../../domain/payment/open-session.ts";
import type { Session } from "../../domain/session/session.ts";
import type { Result } from "../../kernel/result.ts";
import { refusalProblem } from "../pay/pay-refusal.ts";
import { tooManyBins } from "../problem/too-many.ts";
import { UNKNOWN_SESSION } from "../problem/problem.ts";
import type { ProblemSender } from "../problem/problem-sender.ts";
import {
  BinFoundSchema,
  BinSchema,
  InstallmentSchema,
  InstallmentsFoundSchema,
  type BinBody,
  type InstallmentBody,
} from "../schema/card.ts";

export type CardRoutesDeps = LookUpDeps &
  OpenSessionDeps & { readonly binGuard: BinGuard; readonly sendProblem: ProblemSender };

/** The BIN and installment look-ups (spec 4.4 and 4.5), under both spellings of each path. */
export function cardRoutes(app: FastifyInstance, deps: CardRoutesDeps): void {
  for (const path of ["/api/v1/payment/installment", "/api/v1/payment/installments"]) {
    app.post<{ Body: InstallmentBody }>(
      path,
      {
        schema: { body: InstallmentSchema, response: { 200: InstallmentsFoundSchema } },
        config: { errorForm: "payment" },
      },
      ({ body }, reply) =>
        answer(deps, { body, reply }, async (session) => {
          const amountMinor = body.amount === undefined ? undefined : BigInt(body.amount);
          const question = { session, bin: body.bin_number, amountMinor };
          return rendered(await quoteInstallments(deps, question), ({ card, options }) => ({
            success: true,
            bank_name: card.bankName ?? null,
            card_brand: card.brand,
            card_type: card.type ?? null,
            card_program: card.program ?? null,
            installments: options.map(installmentOf),
          }));
        }),
    );
  }
  for (const path of ["/api/v1/payment/bin", "/api/v1/payment/bin-check"]) {
    app.post<{ Body: BinBody }>(
      path,
      {
        schema: { body: BinSchema, response: { 200: BinFoundSchema } },
        config: { errorForm: "payment" },
      },
      ({ body }, reply) =>
        answer(deps, { body, reply }, async (session) =>
          rendered(await lookUpCard(deps, { session, bin: body.bin_number }), binAnswer),
        ),
    );
  }
}

type Answer = Readonly<Record<string, unknown>>;

async function answer(
  deps: CardRoutesDeps,
  exchange: { readonly body: BinBody; readonly reply: FastifyReply },
  look: (session: Session) => Promise<Result<Answer, LookUpRefusal>>,
): Promise<unknown> {
  const context = await openSession(deps, exchange.body.session_id);
  if (!context.ok) return deps.sendProblem(exchange.reply, UNKNOWN_SESSION);
  const { session } = context.value;
  const waitS = deps.binGuard.waitBefore(session, exchange.body.bin_number);
  if (waitS !== undefined) return deps.sendProblem(exchange.reply, tooManyBins(waitS));
  const found = await look(session);
  return found.ok ? found.value : deps.sendProblem(exchange.reply, refusalProblem(found.refusal));
}

function rendered<Value>(
  result: Result<Value, LookUpRefusal>,
  render: (value: Value) => Answer,
): Result<Answer, LookUpRefusal> {
  return result.ok ? { ok: true, value: render(result.value) } : result;
}

/**
 * The answer of spec 2.6; null for a fact that is unknown, or that differs among cards with the
 * requested first digits.
 */
function binAnswer(card: CardFacts): Answer {
  return {
    success: true,
    bank_name: card.bankName ?? null,
    card_brand: card.brand,
    card_type: card.type ?? null,
    card_category: card.category ?? null,
    card_program: card.program ?? null,
  };
}

/** The element of spec 2.5; the rate is a percentage with at most two decimals. */
function installmentOf(option: InstallmentOption): Answer {
  return {
    count: option.count,
    total_amount: Number(option.total.minor),
    installment_amount: Number(option.installment.minor),
    commission_rate: option.commissionBasisPoints / 100,
  };
}
