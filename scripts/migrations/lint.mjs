import { parseSync } from "libpg-query";
import { alterTableFindings, contract, locksTable } from "./alter-table.mjs";
import { isExisting, isLarge } from "./tables.mjs";

/**
 * Checks one migration: it must neither make payments wait nor break the processes of the last
 * release, which go on during an upgrade. Returns findings: the name of the rule and a sentence.
 *
 * `tools` are functions of the runner that read files and compare releases; `lastRelease` is
 * undefined before the first one.
 */
export function lintMigration(migration, { history, tools, lastRelease }) {
  const parsed = parseSync(migration.sql).stmts ?? [];
  const statements = parsed.map(({ stmt }) => Object.entries(stmt)[0]);
  const file = describeFile(migration, statements);
  const found = [
    ...statements.flatMap(([kind, node]) => statementFindings({ file, history }, kind, node)),
    ...wayFindings(file, statements, tools),
    ...lockFindings(file, history, statements),
  ];
  remember(file, history, statements);
  const [contracts, others] = [true, false].map((isContract) =>
    found.filter(([rule]) => (rule === "contract") === isContract),
  );
  return [...others, ...contractFindings(file, contracts, { tools, lastRelease })];
}

function describeFile({ name, sql, way, locks, needsRelease }, statements) {
  const created = statements.flatMap(([kind, node]) => {
    if (kind === "CreateStmt") return [node.relation.relname];
    return kind === "CreateTableAsStmt" ? [node.into.rel.relname] : [];
  });
  const commands = statements.flatMap(([kind, { cmds = [] }]) =>
    kind === "AlterTableStmt" ? cmds : [],
  );
  return {
    name,
    sql,
    way,
    locks,
    needsRelease,
    statements: statements.length,
    commands: commands.length,
    created: new Set(created),
  };
}

const STATEMENTS = {
  AlterTableStmt: ({ file, history }, node) => alterTableFindings(file, history, node),
  IndexStmt: ({ file }, { relation: { relname }, idxname, concurrent }) =>
    isLarge(file, relname) && !concurrent
      ? [["index", `builds ${idxname} while ${relname} takes no writes`]]
      : [],
  DropStmt: ({ file }, node) =>
    namesOf(node)
      .filter((name) => isExisting(file, name))
      .map((name) => contract(`drops ${name}`)),
  RenameStmt: (_, { subname, relation }) => [
    contract(`renames ${[relation?.relname, subname].filter(Boolean).join(".")}`),
  ],
  AlterObjectSchemaStmt: () => [contract("moves an object to another schema")],
  UpdateStmt: writeFindings,
  DeleteStmt: writeFindings,
  InsertStmt: ({ file }, { selectStmt }) => readFindings(file, selectStmt?.SelectStmt),
  SelectStmt: ({ file }, node) => readFindings(file, node),
  DoStmt: () => [["hidden", "has statements in a block, which no check can read"]],
  CallStmt: () => [["hidden", "calls a procedure, which no check can read"]],
  LockStmt: () => [["lock", "locks a table itself; `-- migration: locks` is for that"]],
  TruncateStmt: () => [["lock", "truncates a table"]],
  ClusterStmt: () => [["lock", "rewrites a table under a lock"]],
  VacuumStmt: () => [["lock", "vacuums; autovacuum is for that"]],
  ReindexStmt: () => [["lock", "builds an index again under a lock"]],
  RefreshMatViewStmt: () => [["lock", "refreshes a view under a lock"]],
  TransactionStmt: () => [["limits", "begins or ends a transaction, which the runner does"]],
  VariableSetStmt: (_, { name }) =>
    /timeout|search_path/.test(name) ? [["limits", `sets ${name}, which the runner does`]] : [],
};

/** Statements that take nothing away; the lock of a trigger is that of its table, checked below. */
const HARMLESS = new Set([
  "CommentStmt",
  "CreateDomainStmt",
  "CreateEnumStmt",
  "CreateFunctionStmt",
  "CreateSchemaStmt",
  "CreateSeqStmt",
  "CreateStatsStmt",
  "CreateStmt",
  "CreateTrigStmt",
  "DefineStmt",
  "GrantStmt",
  "ViewStmt",
]);

function statementFindings(context, kind, node) {
  if (HARMLESS.has(kind)) return [];
  const rule = STATEMENTS[kind];
  if (rule !== undefined) return rule(context, node);
  return [["unknown", `has a ${kind}, which this check doesn't know`]];
}

function namesOf({ objects }) {
  return objects.map((object) => {
    const [[kind, node]] = Object.entries(object);
    if (kind === "String") return node.sval;
    const parts = { List: node.items, ObjectWithArgs: node.objname, TypeName: node.names }[kind];
    return parts.at(-1).String.sval;
  });
}

/** The tables whose triggers a statement drops. */
function triggerTables({ removeType, objects }) {
  if (removeType !== "OBJECT_TRIGGER") return [];
  return objects.map(({ List }) => List.items.at(-2).String.sval);
}

function writeFindings({ file }, { relation: { relname } }) {
  if (!isLarge(file, relname) || file.way === "in batches") return [];
  return [["whole table", `writes all rows of ${relname} in one transaction`]];
}

function readFindings(file, select) {
  const large = tablesIn(select).filter((table) => isLarge(file, table));
  return large.map((table) => ["whole table", `reads all rows of ${table} in one transaction`]);
}

function tablesIn(tree) {
  if (tree === null || typeof tree !== "object") return [];
  return Object.entries(tree).flatMap(([key, value]) =>
    key === "RangeVar" ? [value.relname] : tablesIn(value),
  );
}

const NAME_MAX = 40;

/** The way in which the file runs must fit its statements. */
function wayFindings(file, statements, { readIndex, batchedTable }) {
  const concurrent = statements.filter(([, node]) => node.concurrent === true);
  if (file.way === "transaction") {
    return concurrent.length === 0 ? [] : [["way", "lacks the note `-- migration: concurrently`"]];
  }
  if (statements.length !== 1) return [["way", `runs ${file.way} and has several statements`]];
  const [[kind, node]] = statements;
  if (file.way === "concurrently") {
    const isDrop = kind === "DropStmt" && node.concurrent === true && node.missing_ok === true;
    const index = readIndex(file.sql);
    if (index !== undefined && index.name.length > NAME_MAX) {
      return [["way", `names an index with more than ${NAME_MAX} characters`]];
    }
    return isDrop || index !== undefined
      ? []
      : [["way", "is no `create index concurrently` or `drop index concurrently if exists`"]];
  }
  const isLimited = /\bctid >= \$1 and ctid < \$2/.test(file.sql);
  const isChange = kind === "UpdateStmt" || kind === "DeleteStmt";
  return isChange && isLimited && batchedTable(file.sql) === node.relation.relname
    ? []
    : [["way", "is no update or delete of rows with `ctid >= $1 and ctid < $2`"]];
}

/** The tables that payments wait for while the file runs. */
function lockedTables(file, history, statements) {
  const tables = statements.flatMap(([kind, node]) => {
    if (node.concurrent === true) return [];
    if (kind === "AlterTableStmt" && locksTable(node)) return [node.relation.relname];
    if (kind === "RenameStmt" && node.relation !== undefined) {
      return [history.indexes.get(node.relation.relname) ?? node.relation.relname];
    }
    if (kind === "CreateTrigStmt") return [node.relation.relname];
    if (kind !== "DropStmt") return [];
    if (node.removeType === "OBJECT_TABLE") return namesOf(node);
    const ofIndexes = namesOf(node).flatMap((name) => history.indexes.get(name) ?? []);
    return [...ofIndexes, ...triggerTables(node)];
  });
  return [...new Set(tables)].filter((table) => isExisting(file, table));
}

function lockFindings(file, history, statements) {
  const tables = lockedTables(file, history, statements);
  const missing = tables.filter((table) => !file.locks.includes(table));
  const useless = file.locks.filter((table) => !tables.includes(table));
  const large = tables.filter((table) => isLarge(file, table));
  return [
    ...missing.map((table) => ["locks", `lacks the note \`-- migration: locks ${table}\``]),
    ...useless.map((table) => ["locks", `says that it locks ${table}, and does not`]),
    ...(large.length > 1
      ? [["one table", `locks ${large.join(" and ")} at once: make a file for each`]]
      : []),
  ];
}

function contractFindings({ needsRelease }, contracts, { tools, lastRelease }) {
  if (needsRelease === undefined) {
    return contracts.map(([rule, text]) => [rule, `${text}: say \`needs release\``]);
  }
  // Before the first release no process of an older one can run.
  if (lastRelease === undefined || !tools.isOlderRelease(lastRelease, needsRelease)) return [];
  return [["contract", `needs release ${needsRelease}, and the last release is ${lastRelease}`]];
}

function remember(file, history, statements) {
  for (const [kind, node] of statements) {
    if (kind === "IndexStmt") history.indexes.set(node.idxname, node.relation.relname);
    if (kind !== "AlterTableStmt") continue;
    for (const { AlterTableCmd: command } of node.cmds) {
      rememberCheck(file, history, { table: node.relation.relname, command });
    }
  }
}

function rememberCheck(file, { notNullChecks }, { table, command }) {
  if (command.subtype === "AT_ValidateConstraint") {
    for (const checks of notNullChecks.values()) {
      for (const check of checks) {
        if (check.table === table && check.name === command.name) check.validatedBy = file.name;
      }
    }
    return;
  }
  const test = command.def?.Constraint?.raw_expr?.NullTest;
  if (test?.nulltesttype !== "IS_NOT_NULL") return;
  const column = test.arg.ColumnRef?.fields.at(-1)?.String?.sval;
  const { conname: name, skip_validation: isLater } = command.def.Constraint;
  const key = `${table}.${column}`;
  const check = { table, name, validatedBy: isLater ? undefined : file.name };
  notNullChecks.set(key, [...(notNullChecks.get(key) ?? []), check]);
}
