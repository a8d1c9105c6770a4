import type { ShardGroup } from "./shard-groups.ts";

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** A table follows these words; after `update` it may also be `set` or `of`. */
const BEFORE_TABLE = wordsOf("copy from join into update using");

/** The words that can follow a table that has no alias. */
const AFTER_TABLE = wordsOf(
  "where join left right full inner cross natural on using set order group for returning select " +
    "values default limit offset union having window do from",
);

/** The words of a statement at odd places, with the text between them at even places. */
type StatementPieces = readonly string[];

/**
 * Puts the tables of one shard group in place of the tables that a statement names. A table keeps
 * its name as an alias, so that the columns of the statement stay as they are. A common table
 * expression of the same name hides the table.
 *
 * @throws Error if the statement writes a reference table, because it would change one copy only.
 */
export function inShard(
  text: string,
  { names, copies }: Pick<ShardGroup, "names" | "copies">,
): string {
  const pieces = text.split(/(\w+)/);
  const hidden = ctesOf(pieces);
  return pieces
    .map((piece, place) => {
      if (place % 2 === 0 || hidden.has(piece) || !isTable(pieces, place)) return piece;
      if (copies.has(piece) && isWritten(pieces, place)) {
        throw new Error(`${piece} is written through the coordinator only`);
      }
      const shard = names.get(piece) ?? copies.get(piece);
      if (shard === undefined) return piece;
      return mayHaveAlias(pieces, place) && !hasAlias(pieces, place)
        ? `${shard} as ${piece}`
        : shard;
    })
    .join("");
}

function ctesOf(pieces: StatementPieces): ReadonlySet<string> {
  return new Set(
    pieces.filter((_, place) => {
      if (place % 2 === 0 || wordAt(pieces, place + 2) !== "as") return false;
      const last = wordAt(pieces, place + 4) === "materialized" ? place + 4 : place + 2;
      return pieces[last + 1]?.trimStart().startsWith("(") === true;
    }),
  );
}

function isTable(pieces: StatementPieces, place: number): boolean {
  const before = wordAt(pieces, place - 2);
  const isQualifier = pieces[place + 1]?.startsWith(".") === true;
  return before !== undefined && BEFORE_TABLE.has(before) && isApart(pieces, place) && !isQualifier;
}

function isWritten(pieces: StatementPieces, place: number): boolean {
  const before = wordAt(pieces, place - 2);
  const isDeleted = wordAt(pieces, place - 4) === "delete";
  return isDeleted || before === "into" || before === "update" || before === "copy";
}

function mayHaveAlias(pieces: StatementPieces, place: number): boolean {
  return wordAt(pieces, place - 2) !== "copy";
}

function hasAlias(pieces: StatementPieces, place: number): boolean {
  const next = wordAt(pieces, place + 2);
  return next !== undefined && isApart(pieces, place + 2) && !AFTER_TABLE.has(next);
}

/** True if only space stands before the word. */
function isApart(pieces: StatementPieces, place: number): boolean {
  const space = pieces[place - 1];
  return space !== undefined && space !== "" && space.trim() === "";
}

function wordAt(pieces: StatementPieces, place: number): string | undefined {
  return pieces[place]?.toLowerCase();
}
