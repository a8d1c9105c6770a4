import { readBankPage, type BankPage } from "./bank-page.ts";
import { CommandError } from "../kit/output.ts";

export type Decision = "approve" | "decline" | "cancel";

/**
 * Opens the page of the test bank as a browser without JavaScript does, and submits a button
 * of its form. Returns the address to which the service redirects the browser afterwards.
 */
export async function visitBank(redirectUrl: string, decision: Decision): Promise<string> {
  const handOff = await readPage(await fetch(redirectUrl));
  const page = await readPage(
    await fetch(handOff.action, { method: "POST", body: formOf(handOff) }),
  );
  const otp = /\b\d{6}\b/.exec(page.text)?.[0] ?? "";
  const pressed = await fetch(page.action, {
    method: "POST",
    body: formOf(page, { otp, decision }),
    redirect: "manual",
  });
  const back = await fetch(locationOf(pressed), { redirect: "manual" });
  return locationOf(back);
}

function formOf(
  { hidden }: BankPage,
  typed: Readonly<Record<string, string>> = {},
): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of [...hidden, ...Object.entries(typed)]) form.append(name, value);
  return form;
}

async function readPage(response: Response): Promise<BankPage & { readonly action: string }> {
  const page = readBankPage(await response.text());
  if (page.action === undefined) {
    throw new CommandError(
      `${response.url.split("?", 1)[0]} shows no form; is it a sandbox payment?`,
    );
  }
  return { ...page, action: new URL(page.action, response.url).href };
}

function locationOf(response: Response): string {
  const location = response.headers.get("location");
  if (location !== null) return new URL(location, response.url).href;
  throw new CommandError(`the bank answered ${response.status} and sent the customer nowhere`);
}
