import { StatementError } from "./statement-error.ts";
import { parseElement, type XmlNode } from "./xml-tree.ts";
import { tagsOf } from "./xml-tags.ts";

/** Where in a file the elements are that matter, and what is done with them. */
export type XmlVisit = {
  /** Names from the root down to the elements whose children are visited. */
  readonly path: readonly string[];
  /** Names of those children. */
  readonly children: ReadonlySet<string>;
  readonly onChild: (name: string, child: XmlNode) => void;
  /** Behind the last child of each element at the end of the path. */
  readonly onEnd: () => void;
};

/** A camt.053 has some fifteen levels; the parser calls itself for each. */
const DEPTH_MAX = 100;

/**
 * Visits elements one after another, each as a tree of its own: as one tree a file takes more than
 * twenty times its size of memory. Gives how many names of the path there were.
 * @throws StatementError for text that is no XML, or that brings its own document type; perhaps
 * only at its end, so that nothing may be used of what was visited before
 */
export function visitXml(text: string, visit: XmlVisit): number {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new StatementError("document_type");
  const place = new Place(visit.path);
  let childAt = 0;
  for (const { name, kind, start, end } of tagsOf(text)) {
    if (kind !== "end") {
      if (place.isInside()) childAt = start;
      place.enter(name);
    }
    if (kind === "start") continue;
    const leaves = place.leave(name);
    const local = localName(name);
    if (leaves === "path") visit.onEnd();
    else if (leaves === "child" && visit.children.has(local)) {
      visit.onChild(local, parseElement(text.slice(childAt, end), local));
    }
  }
  if (!place.isOver()) throw new StatementError("not_well_formed");
  return place.reached;
}

/** The elements that are open, and how many of them are those of the path. */
class Place {
  readonly #path: readonly string[];
  readonly #open: string[] = [];
  #matched = 0;
  #reached = 0;
  #isEmpty = true;

  constructor(path: readonly string[]) {
    this.#path = path;
  }

  get reached(): number {
    return this.#reached;
  }

  /** Whether an element that begins here is one of those that are visited. */
  isInside(): boolean {
    return this.#matched === this.#path.length && this.#open.length === this.#path.length;
  }

  isOver(): boolean {
    return !this.#isEmpty && this.#open.length === 0;
  }

  enter(name: string): void {
    const depth = this.#open.length;
    if (depth === DEPTH_MAX) throw new StatementError("not_well_formed");
    const isNext = this.#matched === depth && this.#path[depth] === localName(name);
    if (isNext) this.#matched += 1;
    this.#reached = Math.max(this.#reached, this.#matched);
    this.#isEmpty = false;
    this.#open.push(name);
  }

  /** What ends: the last element of the path, a child of it, or another. */
  leave(name: string): "path" | "child" | "other" {
    if (this.#open.pop() !== name) throw new StatementError("not_well_formed");
    const depth = this.#open.length;
    if (this.isInside()) return "child";
    if (depth >= this.#matched) return "other";
    this.#matched = depth;
    return depth === this.#path.length - 1 ? "path" : "other";
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
