import { loadModule, parseSync } from "libpg-query";
import { TABLES } from "../../src/database/migration/distribution.ts";

await loadModule();

/** A node of the syntax tree: an object with one key, the node's type. */
type Tree = Readonly<Record<string, unknown>>;

/**
 * Merchants that are known to be equal. `by` tells which ones they are: the one of a parameter, or
 * those of the rows that the statement is given. `outer` are the merchants of an outer query that
 * they are among.
 */
type Merchants = {
  parent: Merchants | undefined;
  by: Anchor | undefined;
  readonly outer: Merchants[];
};
type Anchor = "parameter" | "rows";

/** A relation of a `from` clause; `merchants` is absent if it has no merchant_id. */
type Item = { readonly name: string; readonly merchants: Merchants | undefined };
type Scope = {
  readonly items: Item[];
  readonly ctes: Map<string, Merchants | undefined>;
  readonly outer: Scope | undefined;
};
/** The result of a query: the merchants of each column, as far as the columns are known. */
type Output = {
  readonly named: Merchants | undefined;
  readonly places: readonly (Merchants | undefined)[];
};

/**
 * How a statement finds the rows of distributed tables:
 *
 * - `local`: it names none;
 * - `routed`: all of them by one merchant, which is a parameter;
 * - `grouped`: by the merchants of the rows that it is given;
 * - `unrouted`: at least one of them by no merchant; `tables` lists these.
 */
export type Route =
  | { readonly kind: "local" | "routed" | "grouped" }
  | { readonly kind: "unrouted"; readonly tables: readonly string[] };

/**
 * Proves how a statement is routed, by the equalities of `merchant_id` in its syntax tree. Only
 * conditions that hold for each row count: those joined by `and`, those of joins, and `using`.
 */
export function routeOf(text: string): Route {
  const uses: { readonly table: string; readonly merchants: Merchants }[] = [];
  const walk = new Walk((table, merchants) => uses.push({ table, merchants }));
  const { stmts = [] } = parseSync(text);
  for (const { stmt } of stmts) walk.query(stmt as Tree, emptyScope(undefined));
  const anchors = uses.map(({ merchants }) => anchorOf(merchants, new Set()));
  const tables = uses.flatMap(({ table }, index) => (anchors[index] === undefined ? [table] : []));
  if (tables.length > 0) return { kind: "unrouted", tables: [...new Set(tables)] };
  if (uses.length === 0) return { kind: "local" };
  return { kind: anchors.includes("rows") ? "grouped" : "routed" };
}

class Walk {
  readonly #use: (table: string, merchants: Merchants) => void;

  constructor(use: (table: string, merchants: Merchants) => void) {
    this.#use = use;
  }

  query(tree: Tree, outer: Scope): Output {
    const [type = "", node] = only(tree);
    const scope = emptyScope(outer);
    this.#ctes(node, scope);
    if (type === "SelectStmt") return this.#select(node, scope);
    if (type === "InsertStmt") return this.#insert(node, scope);
    if (type === "UpdateStmt" || type === "DeleteStmt") return this.#change(node, scope);
    if (type === "CopyStmt" && node["query"] !== undefined) {
      return this.query(treeOf(node["query"]), scope);
    }
    if (type === "DeclareCursorStmt") return this.query(treeOf(node["query"]), scope);
    return NOTHING;
  }

  #ctes(node: Tree, scope: Scope): void {
    const { ctes, recursive } = treeOf(node["withClause"]);
    for (const tree of listOf(ctes)) {
      const cte = treeOf(tree["CommonTableExpr"]);
      const name = wordOf(cte["ctename"]) ?? "";
      const own = recursive === true ? newMerchants() : undefined;
      if (own !== undefined) scope.ctes.set(name, own);
      const { named } = this.query(treeOf(cte["ctequery"]), scope);
      scope.ctes.set(name, same(own, named));
    }
  }

  #select(node: Tree, scope: Scope): Output {
    if (node["larg"] !== undefined) {
      const [left, right] = [node["larg"], node["rarg"]].map((arm) =>
        this.query({ SelectStmt: arm }, scope),
      );
      const places = (left?.places ?? []).map((place, index) => same(place, right?.places[index]));
      return { named: same(left?.named, right?.named), places };
    }
    for (const item of listOf(node["fromClause"])) this.#from(item, scope);
    this.#conditions(node["whereClause"], scope);
    const rows = listOf(node["valuesLists"]).map((row) => listOf(treeOf(row["List"])["items"]));
    const [first = []] = rows;
    const valued = first.map((value) => this.#valueOf(value, scope));
    for (const part of ["havingClause", "sortClause", "groupClause", "limitCount", "valuesLists"]) {
      this.#inner(node[part], scope);
    }
    return rows.length > 0
      ? { named: undefined, places: valued }
      : this.#output(node["targetList"], scope);
  }

  #output(list: unknown, scope: Scope): Output {
    const targets = listOf(list).map((tree) => treeOf(tree["ResTarget"]));
    let named: Merchants | undefined;
    const places = targets.map((target) => {
      const value = treeOf(target["val"]);
      this.#inner(value, scope);
      const found = this.#valueOf(value, scope) ?? starOf(value, scope);
      const name = target["name"] ?? nameOf(value);
      if (name === "merchant_id" || name === "*") named ??= found;
      return found;
    });
    return { named, places };
  }

  #insert(node: Tree, scope: Scope): Output {
    const columns = listOf(node["cols"]).map((tree) => treeOf(tree["ResTarget"])["name"]);
    const target = this.#relation(treeOf(node["relation"]), scope);
    if (node["selectStmt"] !== undefined) {
      const { named, places } = this.query(treeOf(node["selectStmt"]), scope);
      const place = columns.length === 0 ? 0 : columns.indexOf("merchant_id");
      same(target.merchants, named ?? places[place]);
    }
    scope.items.push(target);
    this.#inner(node["onConflictClause"], scope);
    return this.#output(treeOf(node["returningClause"])["exprs"], scope);
  }

  #change(node: Tree, scope: Scope): Output {
    scope.items.push(this.#relation(treeOf(node["relation"]), scope));
    const others = [...listOf(node["fromClause"]), ...listOf(node["usingClause"])];
    for (const item of others) this.#from(item, scope);
    this.#conditions(node["whereClause"], scope);
    this.#inner(node["targetList"], scope);
    return this.#output(treeOf(node["returningClause"])["exprs"], scope);
  }

  /** Adds the relations of one entry of a `from` clause; returns those it added. */
  #from(tree: Tree, scope: Scope): readonly Item[] {
    const [type, node] = only(tree);
    if (type === "JoinExpr") {
      const left = this.#from(treeOf(node["larg"]), scope);
      const right = this.#from(treeOf(node["rarg"]), scope);
      if (node["jointype"] === "JOIN_FULL") {
        this.#inner(node["quals"], scope);
        return [...left, ...right];
      }
      if (listOf(node["usingClause"]).some((name) => stringOf(name) === "merchant_id")) {
        [...left, ...right].map(({ merchants }) => merchants).reduce(same, undefined);
      }
      this.#conditions(node["quals"], scope);
      return [...left, ...right];
    }
    const item = this.#item(type, node, scope);
    scope.items.push(item);
    return [item];
  }

  #item(type: string | undefined, node: Tree, scope: Scope): Item {
    if (type === "RangeVar") return this.#relation(node, scope);
    const { aliasname, colnames } = treeOf(node["alias"]);
    const name = wordOf(aliasname) ?? "";
    const place = listOf(colnames).findIndex((column) => stringOf(column) === "merchant_id");
    if (type === "RangeSubselect") {
      const { named, places } = this.query(treeOf(node["subquery"]), scope);
      return { name, merchants: place >= 0 ? places[place] : named };
    }
    this.#inner(node, scope);
    return { name, merchants: place >= 0 ? newMerchants("rows") : undefined };
  }

  #relation(node: Tree, scope: Scope): Item {
    const table = wordOf(node["relname"]) ?? "";
    const name = wordOf(treeOf(node["alias"])["aliasname"]) ?? table;
    const cte = node["schemaname"] === undefined ? cteScope(table, scope) : undefined;
    if (cte !== undefined) return { name, merchants: cte.ctes.get(table) };
    const placement = TABLES[table]?.placement;
    const merchants = newMerchants();
    if (placement === "distributed" && (node["schemaname"] ?? "public") === "public") {
      this.#use(table, merchants);
    }
    return { name, merchants };
  }

  /** Reads a condition that holds for each row. */
  #conditions(given: unknown, scope: Scope): void {
    const [type, node] = only(treeOf(given));
    if (type === "BoolExpr" && node["boolop"] === "AND_EXPR") {
      for (const part of listOf(node["args"])) this.#conditions(part, scope);
      return;
    }
    this.#inner(given, scope);
    if (type === "A_Expr" && isEquality(node)) {
      this.#equal(treeOf(node["lexpr"]), treeOf(node["rexpr"]), scope);
    }
    if (type === "SubLink" && node["subLinkType"] === "ANY_SUBLINK") {
      const { places } = this.query(treeOf(node["subselect"]), scope);
      partsOf(treeOf(node["testexpr"])).forEach((part, index) => {
        if (nameOf(part) === "merchant_id") same(this.#valueOf(part, scope), places[index]);
      });
    }
  }

  #equal(left: Tree, right: Tree, scope: Scope): void {
    const others = partsOf(right);
    partsOf(left).forEach((part, index) => {
      const other = others[index];
      if (other === undefined || ![part, other].some((side) => nameOf(side) === "merchant_id"))
        return;
      same(this.#valueOf(part, scope), this.#valueOf(other, scope));
    });
  }

  /** The merchants that a value names; a parameter or constant names one. */
  #valueOf(value: Tree, scope: Scope): Merchants | undefined {
    const [type, node] = only(value);
    if (type === "ParamRef" || type === "A_Const") return newMerchants("parameter");
    if (type === "TypeCast") return this.#valueOf(treeOf(node["arg"]), scope);
    if (type === "SubLink" && node["subLinkType"] === "EXPR_SUBLINK") {
      return this.query(treeOf(node["subselect"]), scope).places[0];
    }
    return type === "ColumnRef" && nameOf(value) === "merchant_id"
      ? columnOf(fieldsOf(node), scope)
      : undefined;
  }

  /** Looks for queries within an expression. */
  #inner(given: unknown, scope: Scope): void {
    if (Array.isArray(given)) for (const part of given) this.#inner(part, scope);
    if (typeof given !== "object" || given === null || Array.isArray(given)) return;
    for (const [key, part] of Object.entries(given)) {
      if (key === "SubLink") this.query(treeOf(treeOf(part)["subselect"]), scope);
      else this.#inner(part, scope);
    }
  }
}

const NOTHING: Output = { named: undefined, places: [] };

function emptyScope(outer: Scope | undefined): Scope {
  return { items: [], ctes: new Map(), outer };
}

function newMerchants(by?: Anchor, outer: Merchants[] = []): Merchants {
  return { parent: undefined, by, outer };
}

function anchorOf(merchants: Merchants, passed: Set<Merchants>): Anchor | undefined {
  const root = rootOf(merchants);
  if (passed.has(root)) return undefined;
  passed.add(root);
  return root.by ?? root.outer.map((one) => anchorOf(one, passed)).find((by) => by !== undefined);
}

function rootOf(merchants: Merchants): Merchants {
  return merchants.parent === undefined ? merchants : rootOf(merchants.parent);
}

/** Notes that the merchants are equal, and returns them. */
function same(one: Merchants | undefined, other: Merchants | undefined): Merchants | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const [kept, joined] = [rootOf(one), rootOf(other)];
  if (kept !== joined) {
    // One parameter decides more than rows do.
    kept.by = [kept.by, joined.by].includes("parameter") ? "parameter" : (kept.by ?? joined.by);
    kept.outer.push(...joined.outer);
    joined.parent = kept;
  }
  return kept;
}

function cteScope(name: string, scope: Scope | undefined): Scope | undefined {
  if (scope === undefined || scope.ctes.has(name)) return scope;
  return cteScope(name, scope.outer);
}

/**
 * The merchants of `merchant_id` or `relation.merchant_id`, in the nearest scope that has them. A
 * condition of an inner query tells nothing of the outer one, so it only depends on it.
 */
function columnOf(fields: readonly string[], scope: Scope): Merchants | undefined {
  const found = scope.items.find(
    ({ name, merchants }) =>
      merchants !== undefined && (fields.length === 1 || name === fields.at(-2)),
  );
  if (found !== undefined) return found.merchants;
  const outer = scope.outer && columnOf(fields, scope.outer);
  return outer && newMerchants(undefined, [outer]);
}

function starOf(value: Tree, scope: Scope): Merchants | undefined {
  return nameOf(value) === "*" ? columnOf(fieldsOf(treeOf(value["ColumnRef"])), scope) : undefined;
}

function isEquality(node: Tree): boolean {
  const operators = listOf(node["name"]).map(stringOf);
  return node["kind"] === "AEXPR_OP" && operators.join("") === "=";
}

function partsOf(value: Tree): readonly Tree[] {
  const row = value["RowExpr"];
  return row === undefined ? [value] : listOf(treeOf(row)["args"]);
}

/** The last name of a column; `*` for all columns. */
function nameOf(value: Tree): string | undefined {
  const column = value["ColumnRef"];
  return column === undefined ? undefined : fieldsOf(treeOf(column)).at(-1);
}

function fieldsOf(column: Tree): readonly string[] {
  return listOf(column["fields"]).map((field) => ("A_Star" in field ? "*" : stringOf(field)));
}

function stringOf(tree: Tree): string {
  return wordOf(treeOf(tree["String"])["sval"]) ?? "";
}

function wordOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function only(tree: Tree): [type: string | undefined, node: Tree] {
  const [[type, node] = [undefined, {}]] = Object.entries(tree);
  return [type, treeOf(node)];
}

function treeOf(value: unknown): Tree {
  return typeof value === "object" && value !== null ? (value as Tree) : {};
}

function listOf(value: unknown): readonly Tree[] {
  return Array.isArray(value) ? value.map(treeOf) : [];
}
