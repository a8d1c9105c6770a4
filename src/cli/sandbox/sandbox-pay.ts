import { defineCommand } from "../kit/command.ts";
import { CURRENCY_CODES } from "../../kernel/currency.ts";
import { json } from "../kit/arguments.ts";
import { visitBank, type Decision } from "./bank-visit.ts";
import { withApi, type MerchantApi } from "../kit/merchant-api.ts";
import { currencyOf } from "../kit/money-text.ts";
import { CommandError, facts, print } from "../kit/output.ts";
import { APPROVED_CARD, requireTestKey, sandboxCard, sandboxSession } from "./sandbox-card.ts";

const DECISIONS: Decision[] = ["approve", "decline", "cancel"];

/** `vezne sandbox pay` makes a whole purchase, from the session to the outcome. */
export const sandboxPay = defineCommand({
  meta: { name: "pay", description: "Pay with a test card, as a customer does" },
  args: {
    card: { type: "string", default: APPROVED_CARD, description: "A test card's number" },
    amount: { type: "string", default: "125000", description: "Minor units: 125000 is 1 250,00" },
    currency: { type: "string", default: "TRY", description: CURRENCY_CODES.join(", ") },
    installments: { type: "string", default: "1", description: "Number of installments" },
    "3ds": {
      type: "enum",
      options: DECISIONS,
      description: "Pay with 3-D Secure, and press this button at the bank",
    },
    hold: {
      type: "boolean",
      default: false,
      description: "Only preauthorise the amount, for a later capture",
    },
    json,
  },
  run: ({ args }) =>
    withApi(async (api) => {
      requireTestKey(api.apiKey);
      const amount = /^\d{1,12}$/.test(args.amount) ? Number(args.amount) : 0;
      const session = await api.vezne.sessions.create(
        sandboxSession({
          amount,
          currency: currencyOf(args.currency),
          capture_method: args.hold ? "manual" : "automatic",
        }),
      );
      const document = await pay(api, {
        sessionId: session.session_id,
        card: args.card.replaceAll(/[ -]/g, ""),
        installments: installmentsOf(args.installments),
        decision: args["3ds"],
      });
      const lines = Object.entries(document).filter(([, value]) => value !== undefined);
      print(
        { json: document, text: facts(lines.map(([name, value]) => [name, String(value)])) },
        args.json,
      );
    }),
});

type Purchase = {
  readonly sessionId: string;
  readonly card: string;
  readonly installments: number;
  readonly decision: Decision | undefined;
};

async function pay({ vezne }: MerchantApi, purchase: Purchase) {
  const { sessionId, decision } = purchase;
  const paid = await vezne.payments.pay({
    ...sandboxCard(sessionId, purchase.card),
    installment_count: purchase.installments,
    ...(decision === undefined ? {} : { is_3d: true }),
  });
  const redirectUrl = paid.status === "processing" ? paid.redirect_url : undefined;
  const sentOnTo =
    redirectUrl === undefined ? undefined : await visitBank(redirectUrl, decision ?? "approve");
  const { order_id } = paid;
  const status = await vezne.payments.status({ order_id, session_id: sessionId });
  return {
    order_id,
    session_id: sessionId,
    status: status.status,
    code: status.code,
    amount: status.amount,
    charged_amount: status.charged_amount,
    currency: status.currency,
    message: status.message,
    redirected_to: sentOnTo,
  };
}

function installmentsOf(text: string): number {
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  throw new CommandError("--installments must be a number of installments");
}
