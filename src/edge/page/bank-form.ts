import type { BankForm } from "../../payment/payment.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/**
 * The document of `html_content` (spec 2.4): a form that submits itself to the bank. The merchant
 * renders it; a button serves browsers without scripts.
 */
export function bankFormDocument(form: BankForm, method: "post" | "get" = "post"): string {
  const inputs = Object.entries(form.fields)
    .map(
      ([name, value]) =>
        `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
    )
    .join("");
  return (
    `<!doctype html><html lang="tr"><head><meta charset="utf-8">` +
    `<title>Ödeme / Payment</title></head><body>` +
    `<form id="bank" method="${method}" action="${escapeHtml(form.action)}">${inputs}` +
    `<button type="submit">Devam / Continue</button></form>` +
    `<script>document.getElementById("bank").submit()</script></body></html>`
  );
}
