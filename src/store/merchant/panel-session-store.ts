import type pg from "pg";
import { rowValues, valuesClause } from "../../database/mapping/columns.ts";
import { column, notInserted, optional, record } from "../../database/mapping/mapping.ts";
import { toIso } from "../../kernel/clock.ts";
import type { UserId } from "../../kernel/ids.ts";
import { SESSION_LIMITS } from "../../domain/merchant/panel-session.ts";
import type {
  Flash,
  PanelSession,
  PanelSessionStore,
  SignInProof,
} from "../../domain/merchant/user-ports.ts";
import { inTransaction, type SqlClient } from "../../database/connection/database.ts";
import { json, text, type Row } from "../../database/mapping/rows.ts";

const END = "delete from panel_session where token_hash = $1";

const PANEL_SESSION = record<PanelSession>({
  tokenHash: column.text("token_hash"),
  ref: column.text("session_ref"),
  userId: column.id("user_id"),
  isPending: column.flag("is_pending"),
  hasSecondFactor: column.flag("has_second_factor"),
  isByIdentity: column.flag("is_by_identity"),
  confirmedAt: notInserted(optional(column.instant("confirmed_at"))),
  address: column.text("address"),
  userAgent: column.text("user_agent"),
  createdAt: column.instant("created_at"),
  seenAt: column.instant("seen_at"),
  expiresAt: column.instant("expires_at"),
});

export function createPanelSessionStore(pool: pg.Pool): PanelSessionStore {
  return {
    open: (session, proof, replaces) =>
      inTransaction(pool, (sql) => open(sql, { session, proof, replaces })),

    async find(tokenHash) {
      const { rows } = await pool.query<Row>("select * from panel_session where token_hash = $1", [
        tokenHash,
      ]);
      return rows[0] === undefined ? undefined : PANEL_SESSION.read(rows[0]);
    },

    async touch(tokenHash, at) {
      await pool.query("update panel_session set seen_at = $2 where token_hash = $1", [
        tokenHash,
        toIso(at),
      ]);
    },

    ...proofsOf(pool),
    ...endsOf(pool),

    async list(userId, now) {
      const { rows } = await pool.query<Row>(
        `select * from panel_session
         where user_id = $1 and expires_at > $2 and seen_at > $3 and not is_pending
         order by seen_at desc`,
        [userId, toIso(now), new Date(now - SESSION_LIMITS.idleMs).toISOString()],
      );
      return rows.map(PANEL_SESSION.read);
    },

    ...flashesOf(pool),

    async sweep(before) {
      await pool.query("delete from panel_session where expires_at < $1", [toIso(before)]);
    },
  };
}

function proofsOf(pool: pg.Pool): Pick<PanelSessionStore, "renew" | "confirm"> {
  return {
    async renew(tokenHash, renewal) {
      await pool.query(
        `update panel_session set token_hash = $2, has_second_factor = $3, confirmed_at = $4
         where token_hash = $1`,
        [tokenHash, renewal.tokenHash, renewal.hasSecondFactor, toIso(renewal.confirmedAt)],
      );
    },

    async confirm(tokenHash, at) {
      await pool.query("update panel_session set confirmed_at = $2 where token_hash = $1", [
        tokenHash,
        toIso(at),
      ]);
    },
  };
}

function endsOf(pool: pg.Pool): Pick<PanelSessionStore, "end" | "endByRef" | "endAll"> {
  return {
    async end(tokenHash) {
      await pool.query(END, [tokenHash]);
    },

    async endByRef(userId, ref) {
      const { rowCount } = await pool.query(
        "delete from panel_session where user_id = $1 and session_ref = $2",
        [userId, ref],
      );
      return rowCount === 1;
    },

    async endAll(userId, except) {
      const { rowCount } = await pool.query(
        "delete from panel_session where user_id = $1 and token_hash is distinct from $2",
        [userId, except ?? null],
      );
      return rowCount ?? 0;
    },
  };
}

function flashesOf(pool: pg.Pool): Pick<PanelSessionStore, "leaveFlash" | "takeFlash"> {
  return {
    async leaveFlash(tokenHash, flash) {
      await pool.query("update panel_session set notice = $2 where token_hash = $1", [
        tokenHash,
        JSON.stringify(flash),
      ]);
    },

    async takeFlash(tokenHash) {
      const { rows } = await pool.query<Row>(
        `with stored as (
           select notice from panel_session where token_hash = $1 and notice is not null for update
         )
         update panel_session set notice = null from stored
         where token_hash = $1 returning stored.notice`,
        [tokenHash],
      );
      return rows[0] === undefined ? undefined : json<Flash>(rows[0], "notice");
    },
  };
}

type SessionOpening = {
  readonly session: PanelSession;
  readonly proof: SignInProof;
  readonly replaces: string | undefined;
};

async function open(
  sql: SqlClient,
  { session, proof, replaces }: SessionOpening,
): Promise<boolean> {
  if (!(await holds(sql, session.userId, proof))) return false;
  if (replaces !== undefined) await sql.query(END, [replaces]);
  await sql.query(
    `insert into panel_session ${valuesClause(PANEL_SESSION.columns)}`,
    rowValues(PANEL_SESSION.columns, session),
  );
  return true;
}

/**
 * True if the proof of a sign-in still holds. The lock makes a change of the password wait until
 * the session is open, and then end it.
 */
async function holds(sql: SqlClient, userId: UserId, proof: SignInProof): Promise<boolean> {
  const { rows } = await sql.query<Row>(
    "select password_hash from panel_user where user_id = $1 for share",
    [userId],
  );
  if (rows[0] === undefined) return false;
  switch (proof.kind) {
    case "password":
      return text(rows[0], "password_hash") === proof.hash;
    case "code": {
      const { rowCount } = await sql.query(`${END} and is_pending`, [proof.pendingHash]);
      return rowCount === 1;
    }
    case "identity": {
      const { rowCount } = await sql.query(
        `select from panel_identity where user_id = $1 and issuer = $2 and subject = $3 for share`,
        [userId, proof.issuer, proof.subject],
      );
      return rowCount === 1;
    }
  }
}
