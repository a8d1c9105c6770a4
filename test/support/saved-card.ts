import { createApiClient } from "./api-client.ts";
import type { TestService } from "./service.ts";

/** A card that the customer of a merchant has saved. */
export type SavedCard = { readonly token: unknown; readonly apiKey: string };

/** Pays as the service's merchant and saves the card. */
export async function saveCard({
  api,
  merchant,
}: Pick<TestService, "api" | "merchant">): Promise<SavedCard> {
  const fields = { save_card: true };
  const paid = await api.pay(await api.session(), "5528790000000008", { fields });
  return { token: paid.body["card_token"], apiKey: merchant.testApiKey };
}

/** Pays by a saved card at any service for its merchant; resolves to the status of the payment. */
export async function payWith(
  { url }: Pick<TestService, "url">,
  { token, apiKey }: SavedCard,
): Promise<unknown> {
  const api = createApiClient(url, apiKey);
  const session_id = await api.session();
  const card = { session_id, payment_type: "creditcard", card_token: token };
  return (await api.post("/api/v1/payment/pay", card)).body["status"];
}
