import { isLarge } from "./tables.mjs";

// The rules of each part of an `alter table`. A rule returns the findings of one command: pairs of
// the name of a rule and its sentence.

/** Functions that have one value for all rows of a statement. */
const STABLE = new Set(["now", "transaction_timestamp", "statement_timestamp"]);
const SERIAL = /^(small|big)?serial$/;

const COMMANDS = {
  AT_AddColumn: ({ file, table, command }) =>
    isLarge(file, table) ? columnFindings(command.def.ColumnDef) : [],
  AT_ColumnDefault: ({ command }) =>
    command.def === undefined ? [contract(`drops the default of ${command.name}`)] : [],
  AT_DropNotNull: () => [],
  AT_SetNotNull: notNullFindings,
  AT_DropColumn: ({ command }) => [contract(`drops the column ${command.name}`)],
  AT_AlterColumnType: ({ file, table, command }) => [
    contract(`changes the type of ${command.name}`),
    ...(isLarge(file, table) ? [["rewrite", `rewrites ${table} for another type`]] : []),
  ],
  AT_AddConstraint: ({ file, table, command }) =>
    isLarge(file, table) ? constraintFindings(command.def.Constraint, table) : [],
  AT_ValidateConstraint: ({ file, table }) =>
    file.statements === 1 && file.commands === 1
      ? []
      : [["validate alone", `validates a constraint of ${table} together with other changes`]],
  AT_DropConstraint: ({ command }) =>
    /_(pkey|key)$/.test(command.name)
      ? [contract(`drops ${command.name}, which \`on conflict\` may name`)]
      : [],
  AT_SetRelOptions: () => [],
  AT_SetStatistics: () => [],
};

/** Commands whose lock no payment waits for. */
const QUIET = new Set(["AT_ValidateConstraint", "AT_SetRelOptions", "AT_SetStatistics"]);

/** True if payments wait for a lock of the statement. */
export function locksTable({ cmds }) {
  return cmds.some(({ AlterTableCmd: { subtype } }) => !QUIET.has(subtype));
}

export function alterTableFindings(file, history, { relation, cmds }) {
  const table = relation.relname;
  return cmds.flatMap(({ AlterTableCmd: command }) => {
    const rule = COMMANDS[command.subtype];
    if (rule !== undefined) return rule({ file, history, table, command });
    return [["unknown", `alters ${table} by ${command.subtype}, which this check doesn't know`]];
  });
}

export function contract(text) {
  return ["contract", text];
}

function columnFindings({ colname, typeName, constraints = [], identity }) {
  const type = typeName.names.at(-1).String.sval;
  if (SERIAL.test(type) || identity) return [["rewrite", `gives each row its own ${colname}`]];
  const parts = constraints.map(({ Constraint }) => Constraint);
  const isFilled = parts.some(({ contype }) => contype === "CONSTR_DEFAULT");
  return parts.flatMap((part) => {
    switch (part.contype) {
      case "CONSTR_DEFAULT":
        return isStable(part.raw_expr) ? [] : [["rewrite", `computes ${colname} for each row`]];
      case "CONSTR_NOTNULL":
        return isFilled
          ? []
          : [["not null", `adds ${colname} not null, which the last release doesn't write`]];
      case "CONSTR_NULL":
        return [];
      case "CONSTR_GENERATED":
      case "CONSTR_IDENTITY":
        return [["rewrite", `computes ${colname} for each row`]];
      default:
        return [["constraint", `adds ${colname} with a constraint that reads the whole table`]];
    }
  });
}

/** True if the expression has one value for all rows, so that no row has to be written. */
function isStable(expression) {
  const [kind] = Object.keys(expression);
  const node = expression[kind];
  switch (kind) {
    case "A_Const":
    case "SQLValueFunction":
      return true;
    case "TypeCast":
      return isStable(node.arg);
    case "A_ArrayExpr":
      return (node.elements ?? []).every(isStable);
    case "FuncCall":
      return STABLE.has(node.funcname.at(-1).String.sval) && node.args === undefined;
    default:
      return false;
  }
}

function constraintFindings({ contype, conname, skip_validation: isLater, indexname }, table) {
  if (contype === "CONSTR_CHECK" || contype === "CONSTR_FOREIGN" || contype === "CONSTR_NOTNULL") {
    return isLater ? [] : [["constraint", `adds a constraint that reads all of ${table}`]];
  }
  if (indexname !== undefined) return [];
  return [["constraint", `builds the index of ${conname ?? "a constraint"} under a lock`]];
}

function notNullFindings({ file, history, table, command }) {
  if (!isLarge(file, table)) return [];
  const checks = history.notNullChecks.get(`${table}.${command.name}`) ?? [];
  const isProven = checks.some(({ validatedBy }) => ![undefined, file.name].includes(validatedBy));
  if (isProven) return [];
  return [["not null", `reads all of ${table} for ${command.name}: validate a check before`]];
}
