import type { FastifyInstance, FastifyReply } from "fastify";
import { hasSessionExpired } from "../../domain/session/session.ts";
import type { Clocks } from "../../domain/merchant/clocks.ts";
import {
  openSession,
  type OpenSessionDeps,
  type SessionContext,
} from "../../domain/payment/open-session.ts";
import type { AcquirerDirectory } from "../../domain/payment/acquirer-directory.ts";
import { redirectOffers } from "../../domain/payment/charge/redirect-offers.ts";
import {
  receivingAccounts,
  type ReceivingAccountsDeps,
} from "../../domain/transfer/receiving-accounts.ts";
import { methodProblem } from "../pay/method-problem.ts";
import { UNKNOWN_SESSION } from "../problem/problem.ts";
import type { ProblemSender } from "../problem/problem-sender.ts";
import {
  CreditOptionsSchema,
  OptionsBody,
  OptionsQuery,
  TransferOptionsSchema,
  WalletOptionsSchema,
  type OptionsRequest,
} from "../schema/option.ts";

export type OptionRoutesDeps = OpenSessionDeps &
  ReceivingAccountsDeps & {
    readonly clocks: Clocks;
    readonly acquirers: AcquirerDirectory;
    readonly sendProblem: ProblemSender;
  };

type Answer = Readonly<Record<string, unknown>>;

type Option = {
  readonly path: string;
  readonly schema: object;
  readonly list: (deps: OptionRoutesDeps, context: SessionContext) => Promise<Answer>;
};

const OPTIONS: readonly Option[] = [
  { path: "wire-transfer-options", schema: TransferOptionsSchema, list: transferOptions },
  { path: "wallet-options", schema: WalletOptionsSchema, list: walletOptions },
  { path: "shopping-credit-options", schema: CreditOptionsSchema, list: creditOptions },
];

/**
 * The option lists of spec 4.7: the payment methods that the session's amount and currency allow.
 */
export function optionRoutes(app: FastifyInstance, deps: OptionRoutesDeps): void {
  for (const { path, schema, list } of OPTIONS) {
    app.post<OptionsRequest>(
      `/api/v1/payment/${path}`,
      {
        schema: { querystring: OptionsQuery, body: OptionsBody, response: { 200: schema } },
        config: { errorForm: "payment", sessionIn: "query" },
      },
      async (request, reply) => {
        const context = await payable(deps, request.query.session_id, reply);
        return context === undefined ? reply : list(deps, context);
      },
    );
  }
}

/** Returns the session if it can still be paid; otherwise it has sent the refusal. */
async function payable(
  deps: OptionRoutesDeps,
  sessionId: string,
  reply: FastifyReply,
): Promise<SessionContext | undefined> {
  const context = await openSession(deps, sessionId);
  if (!context.ok) {
    deps.sendProblem(reply, UNKNOWN_SESSION);
    return undefined;
  }
  const { session } = context.value;
  if (!hasSessionExpired(session, deps.clocks.now(session))) return context.value;
  deps.sendProblem(reply, methodProblem({ code: "session_expired", at: session.expiresAt }));
  return undefined;
}

async function transferOptions(deps: OptionRoutesDeps, context: SessionContext): Promise<Answer> {
  const { session, merchant } = context;
  const { currency } = session.amount;
  const accounts = await receivingAccounts(deps, { merchant, mode: session.mode, currency });
  return {
    success: true,
    banks: accounts.map((account) => ({
      bank_code: account.bankCode,
      bank_name: account.bankName,
      iban: account.iban,
      account_holder: account.accountHolder,
      currency: account.currency,
    })),
  };
}

async function walletOptions(deps: OptionRoutesDeps, context: SessionContext): Promise<Answer> {
  const { wallets } = await redirectOffers(deps, context);
  return {
    success: true,
    wallets: wallets.map(({ walletId, name }) => ({ wallet_id: walletId, name })),
  };
}

async function creditOptions(deps: OptionRoutesDeps, context: SessionContext): Promise<Answer> {
  const { lenders } = await redirectOffers(deps, context);
  return {
    success: true,
    banks: lenders.map((lender) => ({
      bank_code: lender.bankCode,
      bank_name: lender.bankName,
      min_amount: Number(lender.minMinor),
      max_amount: Number(lender.maxMinor),
      max_installments: lender.maxInstallments,
    })),
  };
}
