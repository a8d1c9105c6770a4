import type { Language } from "../../../checkout/session.ts";
import type { DemoKit } from "./demo-kit.ts";
import { totalOf, type Line } from "./goods.tsx";
import { returnAddresses } from "./return-addresses.ts";
import { sessionRequest } from "./shop-client.ts";
import { WORDS } from "./words.ts";

type ServerCallsProps = {
  readonly kit: DemoKit;
  readonly language: Language;
  readonly basket: readonly Line[];
};

/** The requests behind the button, to be tried from a terminal; the key stays with its owner. */
export function ServerCalls({ kit, language, basket }: ServerCallsProps) {
  const words = WORDS[language];
  return (
    <details class="more">
      <summary>
        <h2>{words.calls}</h2>
      </summary>
      <p>{words.callsHint}</p>
      <pre tabIndex={0}>
        <code>{sessionCall(kit, language, basket)}</code>
      </pre>
      <pre tabIndex={0}>
        <code>{payCall(kit)}</code>
      </pre>
    </details>
  );
}

export function sessionCall(kit: DemoKit, language: Language, basket: readonly Line[]): string {
  const order = { basket, amount: totalOf(basket), language, ...returnAddresses(kit, language) };
  const body = { merchant_api_key: "$VEZNE_KEY", ...sessionRequest(order) };
  return curl(`${kit.publicUrl}/api/v1/checkout/session`, body);
}

function payCall(kit: DemoKit): string {
  return curl(`${kit.publicUrl}/api/v1/payment/pay`, {
    session_id: "$VEZNE_SESSION",
    payment_type: "creditcard",
    card_holder_name: "Deniz Aksoy",
    card_number: kit.sandboxCards[0]?.number ?? "",
    expire_month: "12",
    expire_year: "2030",
    cvc: "123",
    is_3d: true,
  });
}

/** The delimiter is not quoted, so that the shell puts the variables in. */
function curl(address: string, body: object): string {
  const json = JSON.stringify(body, null, 2);
  return [
    `curl -sS ${address} \\`,
    "  -H 'Content-Type: application/json' -d @- <<JSON",
    json,
    "JSON",
  ].join("\n");
}
