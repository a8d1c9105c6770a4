import type { Challenge, ReturnFields } from "../../src/domain/payment/acquirer.ts";
import { formOf } from "./acquirer-calls.ts";

export type Decision = "approve" | "decline" | "cancel";

/** A page of the bank as a customer without JavaScript sees it. */
export type BankPage = {
  readonly status: number;
  readonly html: string;
  /** The target of its form. */
  readonly action: string;
  /** Every code of six digits on it. */
  readonly codes: readonly string[];
};

/** Follows the hand-off form to the bank's page. */
export async function openBankPage(challenge: Challenge): Promise<BankPage> {
  const { action, fields } = formOf(challenge);
  const body = new URLSearchParams(fields);
  return readPage(await fetch(action, { method: "POST", body }));
}

export async function readPage(response: Response): Promise<BankPage> {
  const html = await response.text();
  const action = /<form[^>]*action="([^"]*)"/.exec(html)?.[1] ?? "";
  return {
    status: response.status,
    html,
    action: new URL(action.replaceAll("&amp;", "&"), response.url).href,
    codes: html.match(/\d{6,}/g) ?? [],
  };
}

/** Submits the form with one of its buttons; the answer is a redirect back, or the page again. */
export async function submit(
  page: BankPage,
  decision: Decision,
  otp = page.codes[0],
): Promise<Response> {
  const body = new URLSearchParams({ otp: otp ?? "", decision });
  const response = await fetch(page.action, { method: "POST", body, redirect: "manual" });
  const location = new URL(response.headers.get("location") ?? page.action);
  const isAgain = response.status === 303 && location.pathname === new URL(page.action).pathname;
  return isAgain ? fetch(location) : response;
}

/** The parameters that the browser brings back to the service. */
export function returnFields(response: Response): ReturnFields {
  const location = response.headers.get("location");
  if (response.status !== 303 || location === null) {
    throw new Error(`The bank answered ${response.status} instead of sending the customer back.`);
  }
  return Object.fromEntries(new URL(location).searchParams);
}

export async function answerChallenge(
  challenge: Challenge,
  decision: Decision,
): Promise<ReturnFields> {
  return returnFields(await submit(await openBankPage(challenge), decision));
}
