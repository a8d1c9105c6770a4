import type { Difference } from "./difference.ts";
import { readPlainHtml, StrangeMarkup, type PlainElement } from "./plain-html.ts";

/** A script or style that a page names. */
export type NamedFile = {
  /** The path below the service's address. */
  readonly file: string;
  readonly integrity: string;
};

/** The scripts, styles, links and foreign markup of a page. */
export type ObservedPage = {
  readonly scripts: readonly NamedFile[];
  readonly styles: readonly NamedFile[];
  /** The origins of other sites that the page links to, such as the terms of sale. */
  readonly links: readonly string[];
  /** Markup that no page of any release contains. */
  readonly foreign: readonly Difference[];
  /**
   * False if strange markup ended the reading; the other fields then describe the part before it.
   */
  readonly isWhole: boolean;
};

/** Elements that load and run nothing by themselves, and those whose addresses are checked. */
const ELEMENTS = new Set(
  (
    "a abbr article aside b bdi bdo body br button caption circle code col colgroup dd defs details " +
    "dfn div dl dt ellipse em fieldset figcaption figure footer form g h1 h2 h3 h4 h5 h6 head header " +
    "hr html i img input ins kbd label legend li line link main mark meta meter nav noscript ol " +
    "optgroup option output p path polygon polyline pre progress q rect s samp script section select " +
    "small span strong sub summary sup svg table tbody td text tfoot th thead time title tr tspan u " +
    "ul var wbr"
  ).split(" "),
);

/** Attributes that run code, load or send, and that the service's pages do not use. */
const FOREIGN_ATTRIBUTES = new Set(
  (
    "action archive background classid codebase data formaction href http-equiv imagesrcset is " +
    "longdesc manifest nonce ping poster profile src srcdoc srcset style usemap xlink:href xml:base"
  ).split(" "),
);

/** The attribute with an address that each element may have; on other elements it is foreign. */
const ADDRESSES: Readonly<Record<string, string>> = {
  a: "href",
  button: "formaction",
  form: "action",
  img: "src",
  link: "href",
  script: "src",
};
/** Elements whose addresses must belong to the service. */
const OWN = new Set(["button", "form", "img"]);
const SCRIPT_ATTRIBUTES = new Set(["defer", "src", "integrity"]);
/** A value that a script may use as an address. */
const ADDRESS_LIKE = /^\s*(?:[\\/]{2}|https?:|data:|javascript:|blob:)/i;

/** @param base the address of the service, without a slash at its end */
export function observePage(html: string, base: string): ObservedPage {
  const found = new Findings(base);
  try {
    for (const element of readPlainHtml(html)) found.check(element);
  } catch (error) {
    if (!(error instanceof StrangeMarkup)) throw error;
    found.add("markup", "as the service writes it", error.message);
    found.isWhole = false;
  }
  return found;
}

class Findings implements ObservedPage {
  readonly scripts: NamedFile[] = [];
  readonly styles: NamedFile[] = [];
  readonly foreign: Difference[] = [];
  isWhole = true;
  readonly #links = new Set<string>();
  readonly #base: string;

  constructor(base: string) {
    this.#base = base;
  }

  get links(): readonly string[] {
    return [...this.#links].toSorted();
  }

  add(where: string, expected: string, found: string): void {
    this.foreign.push({ kind: "page", where, expected, found });
  }

  check({ name, attributes, text }: PlainElement): void {
    if (!ELEMENTS.has(name)) {
      this.add(`<${name}>`, "no such element", attributes.get("src") ?? "");
      return;
    }
    for (const [attribute, value] of attributes) this.#checkAttribute(name, attribute, value);
    if (name === "script") this.#checkScript(attributes, text);
    if (name === "link") this.#checkLinkElement(attributes);
  }

  #checkAttribute(name: string, attribute: string, value: string): void {
    if (ADDRESSES[name] === attribute) {
      if (name === "a") this.#checkLink(value);
      else if (OWN.has(name)) this.#checkOwnAddress(`<${name} ${attribute}>`, value);
    } else if (isForeign(attribute.toLowerCase())) {
      this.add(`<${name} ${attribute}>`, "no such attribute", value);
    } else if (attribute.startsWith("data-") && ADDRESS_LIKE.test(value)) {
      this.#checkLink(value);
    }
  }

  #checkScript(attributes: ReadonlyMap<string, string>, text: string): void {
    const src = attributes.get("src");
    if (text !== "") this.add("<script>", "no inline script", text.slice(0, 80));
    const strange = [...attributes.keys()].filter((name) => !SCRIPT_ATTRIBUTES.has(name));
    if (strange.length > 0) {
      this.add("<script>", "src, integrity and defer alone", strange.join(" "));
    }
    if (src !== undefined) this.scripts.push(this.#named(src, attributes));
  }

  #checkLinkElement(attributes: ReadonlyMap<string, string>): void {
    const href = attributes.get("href") ?? "";
    const rel = attributes.get("rel") ?? "";
    if (rel === "stylesheet") this.styles.push(this.#named(href, attributes));
    else if (rel === "icon") this.#checkOwnAddress("<link rel=icon>", href);
    else if (rel !== "expect" || !href.startsWith("#")) {
      this.add("<link>", "a style, the icon or the page's own end", `${rel} ${href}`);
    }
  }

  #named(address: string, attributes: ReadonlyMap<string, string>): NamedFile {
    const url = this.#resolve(address);
    const own = `${this.#base}/`;
    const file = url?.href.startsWith(own) === true ? url.href.slice(own.length) : address;
    return { file, integrity: attributes.get("integrity") ?? "" };
  }

  /** Checks an address to which a link or a script may lead the customer. */
  #checkLink(address: string): void {
    const url = this.#resolve(address);
    if (url?.protocol !== "https:" && url?.protocol !== "http:") {
      this.add("link", "an http or https address", address);
    } else if (!this.#isOwn(url)) {
      this.#links.add(url.origin);
    }
  }

  #checkOwnAddress(where: string, address: string): void {
    const url = this.#resolve(address);
    const isPicture = /^<(?:img|link)/.test(where) && address.startsWith("data:image/");
    if (!isPicture && (url === undefined || !this.#isOwn(url))) {
      this.add(where, "an address of the service", address);
    }
  }

  #resolve(address: string): URL | undefined {
    return URL.canParse(address, this.#base) ? new URL(address, this.#base) : undefined;
  }

  #isOwn(url: URL): boolean {
    return url.origin === new URL(this.#base).origin;
  }
}

/** True for event handlers, such as `onclick`, and for `FOREIGN_ATTRIBUTES`. */
function isForeign(attribute: string): boolean {
  return attribute.startsWith("on") || FOREIGN_ATTRIBUTES.has(attribute);
}
