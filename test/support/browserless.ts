import type { ApiAnswer } from "./api-client.ts";
import { submit, readPage, type BankPage, type Decision } from "./bank-customer.ts";

/**
 * A customer without JavaScript, who follows redirects to the service and the bank, and submits
 * forms.
 */

/**
 * Goes from the answer of `pay` to the bank's page, through our page that posts the bank's form.
 */
export async function goToBank(paid: ApiAnswer): Promise<BankPage> {
  const page = await readPage(await fetch(String(paid.body["redirect_url"])));
  return readPage(await fetch(page.action, { method: "POST", body: hiddenFields(page.html) }));
}

/** The URL at which the bank hands the customer back to the service. */
export async function decide(page: BankPage, decision: Decision): Promise<string> {
  const answer = await submit(page, decision);
  const location = answer.headers.get("location");
  if (location === null) throw new Error(`The bank answered ${answer.status} without a redirect.`);
  return location;
}

/** The target of the service's redirect, which is not followed. */
export async function comeBack(returnUrl: string): Promise<{ status: number; location: string }> {
  const answer = await fetch(returnUrl, { redirect: "manual" });
  await answer.text();
  return { status: answer.status, location: answer.headers.get("location") ?? "" };
}

export function hiddenFields(html: string): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [input] of html.matchAll(/<input[^>]*type="hidden"[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(input)?.[1];
    if (name !== undefined) fields.set(name, /value="([^"]*)"/.exec(input)?.[1] ?? "");
  }
  return fields;
}
