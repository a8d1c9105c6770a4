import type { MerchantContext } from "../kit/context.ts";
import { Card } from "../../page/parts/card.tsx";
import { brandName } from "../../page/parts/brand-mark.tsx";
import { queryText } from "../kit/panel-paths.ts";
import { customerWords } from "./words.ts";

/** The stored cards that a customer's page names. */
const SHOWN = 20;

/** The customer's stored cards, which belong to the merchant's id of the customer. */
export async function customerCards(context: MerchantContext, customerId: string | undefined) {
  const { kit, scope, language } = context;
  if (customerId === undefined) return null;
  const words = customerWords[language];
  const { merchantId, mode } = scope;
  const owner = { merchantId, mode };
  const found = await kit.cardVault.list({ owner, customerId, page: 1, perPage: SHOWN });
  return (
    <Card title={words.cards}>
      {found.cards.length === 0 && <p class="hint">{words.noCards}</p>}
      {found.cards.length > 0 && (
        <>
          <ul class="lines">
            {found.cards.map(({ brand, lastFour, bankName }) => (
              <li>
                <span>{`${brandName(brand) ?? ""} •••• ${lastFour}`.trim()}</span>
                <span>{bankName ?? "–"}</span>
              </li>
            ))}
          </ul>
          <p>
            <a href={context.to("cards") + queryText({ customer_id: customerId })}>
              {words.allCards}
            </a>
          </p>
        </>
      )}
    </Card>
  );
}
