import { CONFIRMED } from "../../src/panel/kit/question.ts";
import { routeOf } from "./offer-ids.ts";

const FORM = /<form[^>]* action="([^"]*)"[^>]*>(.*?)<\/form>/gs;
const DANGER = /class="button danger"/;
/** A form that is the question itself, or that takes the user's password or code. */
const ASKS = new RegExp(
  `name="${CONFIRMED.name}" value="${CONFIRMED.value}"|type="password"|name="password"`,
);

/** The forms of a page whose red button does at once what can't be undone, by their paths. */
export function unaskedForms(html: string, here: string): readonly string[] {
  return [...html.matchAll(FORM)]
    .filter(([, , inside = ""]) => DANGER.test(inside) && !ASKS.test(inside))
    .map(([, action = ""]) => new URL(action, here).pathname)
    .filter((path) => routeOf({ method: "POST", path, fields: [], files: [] }).ask === undefined);
}
