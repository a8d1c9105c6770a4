import sax from "sax";

/**
 * An element: its child elements by name, a name that is repeated with a list; its own text as
 * `#text`, and its attributes with `@` if they are wanted. An element that has only text is a
 * string.
 */
export type XmlTree = { [name: string]: unknown };

export type TreeOptions = {
  readonly hasAttributes?: boolean;
  /** Names of elements that always have a list, whether they are repeated or not. */
  readonly lists?: ReadonlySet<string>;
};

type OpenElement = { readonly name: string; readonly tree: XmlTree; text: string };

/**
 * Reads a document as a tree with the document element in it. Names lose their namespace prefix.
 * Entities and character references stay as they are written, so that no document can make them
 * grow.
 * @throws Error for a text that is not well-formed
 */
export function readTree(
  text: string,
  { hasAttributes = false, lists }: TreeOptions = {},
): XmlTree {
  const root = open("");
  const path: OpenElement[] = [root];
  const addText = (part: string): void => {
    const element = path.at(-1);
    if (element !== undefined) element.text += part;
  };
  const parser = Object.assign(sax.parser(true), {
    onerror: fail,
    ontext: addText,
    oncdata: addText,
    onopentag({ name, attributes }: sax.Tag) {
      path.push(open(localName(name), hasAttributes ? attributes : {}));
    },
    onclosetag() {
      const element = path.pop();
      const parent = path.at(-1);
      if (element !== undefined && parent !== undefined) add(parent.tree, element, lists);
    },
  });
  // The parser would decode entities: it gets each reference as text.
  parser.write(text.replaceAll("&", "&amp;")).close();
  return root.tree;
}

function open(name: string, attributes: sax.Tag["attributes"] = {}): OpenElement {
  // Without a prototype, so that no name of an element means something else.
  const tree: XmlTree = { __proto__: null };
  for (const [key, value] of Object.entries(attributes)) tree[`@${localName(key)}`] = value;
  return { name, tree, text: "" };
}

function fail(error: Error): never {
  throw error;
}

function add(
  parent: XmlTree,
  { name, tree, text }: OpenElement,
  lists: TreeOptions["lists"],
): void {
  const content = contentOf(tree, text.trim());
  const earlier = parent[name];
  if (Array.isArray(earlier)) earlier.push(content);
  else if (earlier !== undefined) parent[name] = [earlier, content];
  else parent[name] = lists?.has(name) === true ? [content] : content;
}

function contentOf(tree: XmlTree, text: string): XmlTree | string {
  if (Object.keys(tree).length === 0) return text;
  if (text !== "") tree["#text"] = text;
  return tree;
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
