import type { ChallengeDisplay } from "../domain/payment/acquirer.ts";

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

type Form = Pick<Extract<ChallengeDisplay, { readonly kind: "form" }>, "action" | "fields">;

/** The document of `html_content` for any way to the bank (spec 2.4). */
export function challengeDocument(show: ChallengeDisplay): string {
  switch (show.kind) {
    case "form":
      return bankFormDocument(show);
    case "redirect":
      return redirectDocument(show.url);
    case "html":
      return show.document;
  }
}

/** A document that leads to an address at once; its link serves browsers without scripts. */
function redirectDocument(url: string): string {
  return (
    `<!doctype html><html lang="tr"><head><meta charset="utf-8">` +
    `<title>Ödeme / Payment</title></head><body>` +
    `<a id="bank" href="${escapeHtml(url)}">Devam / Continue</a>` +
    `<script>location.replace(document.getElementById("bank").href)</script></body></html>`
  );
}

/**
 * The document of `html_content` (spec 2.4): a form that submits itself to the bank. The merchant
 * renders it; a button serves browsers without scripts.
 */
export function bankFormDocument(form: Form, method: "post" | "get" = "post"): string {
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
