import { CommandError } from "./output.ts";

export type Decision = "approve" | "decline" | "cancel";

/**
 * Goes to the simulated bank as a customer without JavaScript does, presses a button of its page
 * and comes back; gives the address that the service sends the browser on to.
 */
export async function visitBank(redirectUrl: string, decision: Decision): Promise<string> {
  const handOff = await readPage(await fetch(redirectUrl));
  const page = await readPage(
    await fetch(handOff.action, { method: "POST", body: new URLSearchParams(handOff.hidden) }),
  );
  const otp = /\b\d{6}\b/.exec(page.text)?.[0] ?? "";
  const pressed = await fetch(page.action, {
    method: "POST",
    body: new URLSearchParams([...page.hidden, ["otp", otp], ["decision", decision]]),
    redirect: "manual",
  });
  const back = await fetch(locationOf(pressed), { redirect: "manual" });
  return locationOf(back);
}

type Page = {
  readonly action: string;
  readonly hidden: [string, string][];
  /** What a person reads. */
  readonly text: string;
};

async function readPage(response: Response): Promise<Page> {
  const html = await response.text();
  const action = /<form[^>]*action="([^"]*)"/.exec(html)?.[1];
  if (action === undefined) {
    throw new CommandError(
      `${response.url.split("?", 1)[0]} shows no form; is it a sandbox payment?`,
    );
  }
  const hidden = [...html.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(
    ([input]): [string, string] => [attribute(input, "name"), attribute(input, "value")],
  );
  const text = html.replace(/<(style|script)[^>]*>.*?<\/\1>/gs, "").replace(/<[^>]*>/g, " ");
  return { action: new URL(plain(action), response.url).href, hidden, text };
}

function attribute(tag: string, name: string): string {
  return plain(new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1] ?? "");
}

function plain(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

function locationOf(response: Response): string {
  const location = response.headers.get("location");
  if (location !== null) return new URL(location, response.url).href;
  throw new CommandError(`the bank answered ${response.status} and sent the customer nowhere`);
}
