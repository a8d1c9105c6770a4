import { decode } from "../page-visitor.ts";

/** A request that a page offers: a link with its query parameters, or a form. */
export type Offer = {
  readonly method: "GET" | "POST";
  /** The path without the query. */
  readonly path: string;
  readonly fields: readonly Field[];
  /** The names of the fields for files. */
  readonly files: readonly string[];
};

export type Field = readonly [name: string, value: string];

const FORM = /<form([^>]*)>(.*?)<\/form>/gs;
const CONTROL = /<(?:input|select|textarea|button)([^>]*)>/g;
const LINK = /<a[^>]* href="([^"]*)"/g;

/** All requests that the page at this path offers within the service. */
export function offersOf(html: string, here: string): readonly Offer[] {
  const links = [...html.matchAll(LINK)].map(([, href = ""]) =>
    offer("GET", new URL(decode(href), here)),
  );
  const forms = [...html.matchAll(FORM)].map(([, attributes = "", inside = ""]) => {
    const isPost = valueOf(attributes, "method").toLowerCase() === "post";
    const controls = [...inside.matchAll(CONTROL)]
      .map(([, control = ""]) => control)
      .filter((control) => valueOf(control, "name") !== "");
    const fields = controls.map((control): Field => [
      valueOf(control, "name"),
      valueOf(control, "value"),
    ]);
    const files = controls
      .filter((control) => valueOf(control, "type") === "file")
      .map((control) => valueOf(control, "name"));
    const action = new URL(valueOf(attributes, "action"), here);
    return offer(isPost ? "POST" : "GET", action, { fields, files });
  });
  return [...links, ...forms].flatMap(({ url, ...rest }) =>
    url.origin === new URL(here).origin ? [rest] : [],
  );
}

function offer(
  method: Offer["method"],
  url: URL,
  { fields, files }: Pick<Offer, "fields" | "files"> = { fields: [], files: [] },
) {
  const asked = [...url.searchParams].map((pair): Field => pair);
  return { method, url, path: url.pathname, fields: [...asked, ...fields], files };
}

function valueOf(attributes: string, name: string): string {
  return decode(new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1] ?? "");
}
