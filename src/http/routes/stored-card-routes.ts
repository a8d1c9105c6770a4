import type { FastifyInstance } from "fastify";
import type { CardVault } from "../../domain/card/ports.ts";
import type { CardOwner, StoredCard } from "../../domain/card/stored-card.ts";
import { toIso } from "../../kernel/clock.ts";
import { parseCardToken } from "../../kernel/ids.ts";
import type { Caller } from "../../domain/merchant/ports.ts";
import { callerOf, withKey, type MerchantAuthDeps } from "../caller/merchant-auth.ts";
import type { Problem } from "../problem/problem.ts";
import {
  StoredCardParams,
  StoredCardsQuerySchema,
  type StoredCardRequest,
  type StoredCardsRequest,
} from "../schema/stored-card.ts";

export type StoredCardRoutesDeps = MerchantAuthDeps & { readonly cardVault: CardVault };

/** Extension of spec 4.3: the cards that a merchant's customers have stored, of the key's mode. */
export function storedCardRoutes(app: FastifyInstance, deps: StoredCardRoutesDeps): void {
  app.get<StoredCardsRequest>(
    "/api/v1/payment/cards",
    { ...withKey(deps, "cards.read", "payment"), schema: { querystring: StoredCardsQuerySchema } },
    (request) => list(deps, callerOf(request), request.query),
  );
  app.delete<StoredCardRequest>(
    "/api/v1/payment/cards/:card_token",
    { ...withKey(deps, "cards.erase", "payment"), schema: { params: StoredCardParams } },
    async (request, reply) => {
      const token = parseCardToken(request.params.card_token);
      const owner = ownerOf(callerOf(request));
      const wasErased = token !== undefined && (await deps.cardVault.erase(owner, token));
      if (!wasErased) return deps.sendProblem(reply, UNKNOWN_CARD);
      return { success: true, card_token: token };
    },
  );
}

async function list(
  deps: StoredCardRoutesDeps,
  caller: Caller,
  query: StoredCardsRequest["Querystring"],
): Promise<Record<string, unknown>> {
  const page = Number(query.page ?? "1");
  const perPage = Number(query.per_page ?? "20");
  const found = await deps.cardVault.list({
    owner: ownerOf(caller),
    customerId: query.customer_id,
    page,
    perPage,
  });
  const cards = found.cards.map(storedCardRecord);
  return { success: true, total: found.total, page, per_page: perPage, cards };
}

function ownerOf({ merchant, mode }: Caller): Pick<CardOwner, "merchantId" | "mode"> {
  return { merchantId: merchant.merchantId, mode };
}

const UNKNOWN_CARD: Problem = {
  code: "card_token_not_found",
  detail: "card_token is not the token of a stored card of this merchant and mode.",
};

function storedCardRecord(card: StoredCard): Record<string, unknown> {
  const { month, year } = card.expiry;
  return {
    card_token: card.token,
    card_last_four: card.lastFour,
    bin_number: card.bin,
    card_brand: card.brand,
    bank_name: card.bankName ?? null,
    expire_month: String(month).padStart(2, "0"),
    expire_year: String(year),
    card_holder_name: card.holderName,
    customer_id: card.customerId ?? null,
    created_at: toIso(card.createdAt),
  };
}
