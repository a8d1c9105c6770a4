import type { Language } from "../../kernel/language.ts";
import type { DemoKit } from "./demo-kit.ts";
import { totalOf, type Line } from "./goods.tsx";
import { returnUrls } from "./return-urls.ts";
import { sessionRequest } from "./shop-client.ts";

/** The shop's request for a session as a curl command. */
export function sessionCall(kit: DemoKit, language: Language, basket: readonly Line[]): string {
  const order = { basket, amount: totalOf(basket), language, ...returnUrls(kit, language) };
  const body = { merchant_api_key: "$VEZNE_KEY", ...sessionRequest(order) };
  return curl(`${kit.publicUrl}/api/v1/checkout/session`, body);
}

export function payCall(kit: DemoKit): string {
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

export function statusCall(
  { publicUrl }: DemoKit,
  order: { readonly orderId: string; readonly sessionId: string },
): string {
  const orderId = inQuotedUrl(order.orderId);
  const sessionId = inQuotedUrl(order.sessionId);
  return `curl -sS '${publicUrl}/api/v1/payment/status/${orderId}?session_id=${sessionId}'`;
}

/** Escapes foreign text: return URLs can be forged, and readers run the commands in a shell. */
function inQuotedUrl(text: string): string {
  return encodeURIComponent(text).replaceAll("'", "%27");
}

export function eventsCall({ publicUrl }: DemoKit): string {
  return [
    `curl -sS '${publicUrl}/api/v1/events?order=desc' \\`,
    '  -H "Authorization: Bearer $VEZNE_KEY"',
  ].join("\n");
}

export const REDIRECT_CODE = [
  "// The answer of step 1 has the address of the payment page.",
  "response.writeHead(303, { location: session.checkout_url }).end();",
].join("\n");

export const RETURN_CODE = [
  'import { verifyRedirect } from "vezne/client";',
  "",
  "// Throws if the signature does not match the parameters.",
  'const { searchParams } = new URL(request.url, "https://shop.example");',
  "const back = await verifyRedirect(searchParams, process.env.VEZNE_WEBHOOK_SECRET);",
].join("\n");

export const WEBHOOK_CODE = [
  'import { verifyWebhook } from "vezne/client";',
  "",
  "// `body` is the unparsed body: the signature covers its bytes.",
  "const event = await verifyWebhook(request.headers, body, process.env.VEZNE_WEBHOOK_SECRET);",
  'if (event.type === "payment.completed") deliver(event.data.order_id);',
  "response.writeHead(204).end();",
].join("\n");

export function snippet(base: string): string {
  return [
    '<div id="pay"><a href="CHECKOUT_URL">Ödeme</a></div>',
    `<script src="${base}/widget.js"></script>`,
    "<script>",
    "  Vezne.init({",
    '    sessionId: "SESSION_ID",',
    '    container: "#pay",',
    "    // Trust the webhook or GET status, never these calls.",
    "    onSuccess: (data) => location.assign(`/orders/${data.order_id}`),",
    "    onFail: (error) => console.log(error.code, error.message),",
    "  });",
    "</script>",
  ].join("\n");
}

export function policyLines(origin: string): string {
  return `script-src ${origin};\nframe-src ${origin}`;
}

/** The delimiter is not quoted, so that the shell substitutes variables. */
function curl(address: string, body: object): string {
  const json = JSON.stringify(body, null, 2);
  return [
    `curl -sS ${address} \\`,
    "  -H 'Content-Type: application/json' -d @- <<JSON",
    json,
    "JSON",
  ].join("\n");
}
