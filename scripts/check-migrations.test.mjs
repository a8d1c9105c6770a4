import { beforeAll, describe, expect, it } from "vitest";
import { loadModule } from "libpg-query";
import { readIndex } from "../src/database/migration/concurrent-index.ts";
import {
  batchedTable,
  isOlderRelease,
  readMigration,
  readMigrations,
} from "../src/database/migration/migration-file.ts";
import { ACCEPTED } from "./migrations/accepted.mjs";
import { lintMigration } from "./migrations/lint.mjs";
import { compareWithAccepted, lintAll } from "./migrations/lint-all.mjs";
import { emptyHistory } from "./migrations/tables.mjs";

const tools = { readIndex, batchedTable, isOlderRelease };
const LAST_RELEASE = "0.4.0";

/** The findings of the last of some files. */
function lint(...files) {
  const history = emptyHistory();
  const found = files.map((sql, index) =>
    lintMigration(readMigration(`010${index}-file`, sql), {
      history,
      tools,
      lastRelease: LAST_RELEASE,
    }),
  );
  return found.at(-1);
}

function rulesOf(...files) {
  return lint(...files).map(([rule]) => rule);
}

beforeAll(() => loadModule());

const notes = (...lines) => lines.map((line) => `-- migration: ${line}\n`).join("");
const LOCKS = notes("locks payment");

describe("the check of migrations", () => {
  it("finds nothing in this release's files but what is accepted with a reason", async () => {
    const found = await lintAll(await readMigrations("vezne"), { tools, lastRelease: undefined });
    expect(compareWithAccepted(found, ACCEPTED)).toEqual([]);
  });

  it("accepts findings only in files that installations have run, and as long as they are there", () => {
    const accepted = { last: 1, reasons: { index: "few rows" }, findings: {} };
    const findings = { "0001-a": ["index: builds i"], "0002-b": ["index: builds j"] };
    expect(compareWithAccepted(["0001-a: index: builds i"], accepted)).toHaveLength(1);
    const known = ["0001-a: index: builds i", "0002-b: index: builds j"];
    expect(compareWithAccepted(known, { ...accepted, findings })).toEqual([
      "can't be accepted: 0002-b: index: builds j",
    ]);
    expect(compareWithAccepted(known.slice(1), { ...accepted, findings })).toContain(
      "accepted, but not found: 0001-a: index: builds i",
    );
  });
});

describe("a migration is refused that", () => {
  it.each([
    ["index", "create index i on payment (state);"],
    ["way", "create index concurrently i on payment (state);"],
    ["way", `${notes("concurrently")}create index concurrently i on payment (state); select 1;`],
    ["way", `${notes("concurrently")}create index i on merchant (name);`],
    ["way", `${notes("concurrently")}create index concurrently on payment (state);`],
    [
      "way",
      `${notes("concurrently")}create index concurrently ${"i".repeat(41)} on payment (state);`,
    ],
    ["way", `${notes("concurrently", "needs release 0.4.0")}drop index concurrently i;`],
    ["way", `${notes("in batches")}update payment set note = '';`],
    ["way", `${notes("in batches")}select where ctid >= $1 and ctid < $2;`],
    ["rewrite", `${LOCKS}alter table payment add column at timestamptz default clock_timestamp();`],
    ["rewrite", `${LOCKS}alter table payment add column id uuid default gen_random_uuid();`],
    ["rewrite", `${LOCKS}alter table payment add column id bigserial;`],
    ["rewrite", `${LOCKS}alter table payment add column n bigint generated always as (1) stored;`],
    [
      "rewrite",
      `${LOCKS}${notes("needs release 0.4.0")}alter table payment alter amount type numeric;`,
    ],
    ["contract", `${notes("locks merchant")}alter table merchant alter name type varchar;`],
    ["not null", `${LOCKS}alter table payment alter column note set not null;`],
    ["not null", `${LOCKS}alter table payment add column note text not null;`],
    ["constraint", `${LOCKS}alter table payment add column n int check (n > 0);`],
    ["constraint", `${LOCKS}alter table payment add column n text references merchant;`],
    ["constraint", `${LOCKS}alter table payment add constraint c check (amount > 0);`],
    [
      "constraint",
      `${LOCKS}alter table payment add foreign key (merchant_id) references merchant;`,
    ],
    ["constraint", `${LOCKS}alter table payment add constraint c unique (order_id);`],
    ["validate alone", `${LOCKS}alter table payment add column n int, validate constraint c;`],
    ["whole table", "update payment set note = '';"],
    ["whole table", "delete from event where type = 'x';"],
    ["whole table", "create table note (t text); insert into note select note from payment;"],
    ["whole table", "select count(*) from payment;"],
    ["contract", `${LOCKS}alter table payment drop column note;`],
    ["contract", `${LOCKS}alter table payment alter column note drop default;`],
    ["contract", `${LOCKS}alter table payment rename column note to remark;`],
    ["contract", `${LOCKS}alter table payment rename to sale;`],
    ["contract", `${LOCKS}alter table payment drop constraint payment_pkey;`],
    ["contract", `${LOCKS}drop table payment;`],
    ["contract", "drop function name_words(text);"],
    ["contract", `${notes("concurrently")}drop index concurrently if exists i;`],
    ["contract", `${notes("needs release 0.5.0")}select 1;`],
    ["lock", "lock table payment in share mode;"],
    ["lock", "truncate card_draft;"],
    ["lock", "reindex table payment;"],
    ["limits", "set local lock_timeout to '1h';"],
    ["limits", "set statement_timeout to 0;"],
    ["limits", "commit;"],
    ["hidden", "do $$ begin end $$;"],
    ["locks", "alter table payment add column note text;"],
    ["locks", `${LOCKS}select 1;`],
    ["locks", "create trigger t before update on payment execute function f();"],
    ["locks", `${notes("needs release 0.4.0")}drop trigger t on payment;`],
    [
      "one table",
      `${notes("locks payment, refund")}alter table payment add column note text;
       alter table refund add column note text;`,
    ],
    ["unknown", `${LOCKS}alter table payment set unlogged;`],
    ["unknown", "create extension citus;"],
  ])("breaks the rule %s: %s", (rule, sql) => {
    expect(rulesOf(sql)).toEqual([rule]);
  });

  it.each([
    ["drops note_kind", "drop type note_kind;"],
    ["drops archive", "drop schema archive;"],
    ["drops name_words", "drop function name_words(text);"],
    ["drops t", `${LOCKS}drop trigger t on payment;`],
  ])("names the object that it %s", (text, sql) => {
    expect(lint(sql)).toEqual([["contract", `${text}: say \`needs release\``]]);
  });

  it("drops an index of a large table without its lock", () => {
    const index = `${notes("concurrently")}create index concurrently i on payment (state);`;
    const drop = `${notes("needs release 0.4.0")}drop index i;`;
    expect(rulesOf(index, drop)).toEqual(["locks"]);
    expect(rulesOf(index, `${LOCKS}${drop}`)).toEqual([]);
  });
});

describe("a migration is accepted that", () => {
  const check = "alter table payment add constraint c check (note is not null)";
  const validate = "alter table payment validate constraint c;";
  const setNotNull = `${LOCKS}alter table payment alter column note set not null;`;
  it.each([
    ["makes a table with its index", "create table note (t text); create index i on note (t);"],
    ["fills its own table", "create table note (t text); insert into note values ('a');"],
    ["adds a column", `${LOCKS}alter table payment add column note text;`],
    ["adds one with a constant", `${LOCKS}alter table payment add n int not null default 0;`],
    ["adds one with the time", `${LOCKS}alter table payment add t timestamptz default now();`],
    ["adds a check for later", `${LOCKS}${check} not valid;`],
    ["validates it alone", validate],
    [
      "makes an index beside writes",
      `${notes("concurrently")}create index concurrently i on payment (state);`,
    ],
    [
      "fills in batches",
      `${notes("in batches")}update payment set note = ''
       where ctid >= $1 and ctid < $2 and note is null;`,
    ],
    ["changes settings", `${notes("locks merchant")}alter table merchant alter name set not null;`],
    [
      "drops what the last release does not read",
      `${LOCKS}${notes("needs release 0.4.0")}alter table payment drop column note;`,
    ],
  ])("%s", (_, sql) => {
    expect(rulesOf(sql)).toEqual([]);
  });

  it("forbids null after an earlier file has validated the same", () => {
    expect(rulesOf(`${LOCKS}${check} not valid;`, validate, setNotNull)).toEqual([]);
    expect(rulesOf(`${LOCKS}${check} not valid;`, setNotNull)).toEqual(["not null"]);
  });
});
