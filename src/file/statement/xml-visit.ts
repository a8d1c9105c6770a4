import { StatementError } from "./statement-error.ts";
import { parseElement, type XmlNode } from "./xml-tree.ts";
import { tagsOf } from "./xml-tags.ts";

/** The position of the wanted elements in a file, and the functions that receive them. */
export type XmlVisit = {
  /** The names from the root down to the elements whose children are visited. */
  readonly path: readonly string[];
  /** The names of those children. */
  readonly children: ReadonlySet<string>;
  readonly onChild: (name: string, child: XmlNode, start: number) => void;
  /** Called after the last child of each element at the end of the path. */
  readonly onEnd: () => void;
};

/** The deepest nesting; a camt.053 has about fifteen levels, and the parser recurses for each. */
const DEPTH_MAX = 100;

/**
 * Visits elements one after another, each as a separate tree, because one tree of the whole file
 * takes more than twenty times the file's size in memory. Returns the number of names of the path
 * that the file contains, from the root on.
 * @throws StatementError for text that is no XML or has a document type. The error may come only at
 * the end of the file, so the visited elements may be used only after a complete visit
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
      visit.onChild(local, parseElement(text.slice(childAt, end), local), childAt);
    }
  }
  if (!place.isOver()) throw new StatementError("not_well_formed");
  return place.reached;
}

/** The open elements, and the number of them that match the path. */
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

  /** True if the last element of the path is the innermost open one; the next is its child. */
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

  /**
   * Closes an element; returns its kind: the last element of the path, a child of it, or another.
   */
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
