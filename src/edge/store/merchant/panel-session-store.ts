import type pg from "pg";
import { toIso } from "../../../kernel/clock.ts";
import { SESSION_LIMITS } from "../../../merchant/panel-session.ts";
import type { Flash, PanelSession, PanelSessionStore } from "../../../merchant/user-ports.ts";
import { flag, moment, optionalMoment, text, trusted, type Row } from "../sql/rows.ts";

export function createPanelSessionStore(pool: pg.Pool): PanelSessionStore {
  return {
    open: (session) => open(pool, session),

    async find(tokenHash) {
      const { rows } = await pool.query<Row>("select * from panel_session where token_hash = $1", [
        tokenHash,
      ]);
      return rows[0] === undefined ? undefined : readSession(rows[0]);
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
      return rows.map(readSession);
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
      await pool.query("delete from panel_session where token_hash = $1", [tokenHash]);
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
      return rows[0] === undefined ? undefined : trusted<Flash>(rows[0], "notice");
    },
  };
}

async function open(pool: pg.Pool, session: PanelSession): Promise<void> {
  await pool.query(
    `insert into panel_session (token_hash, session_ref, user_id, is_pending, has_second_factor,
       address, user_agent, created_at, seen_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      session.tokenHash,
      session.ref,
      session.userId,
      session.isPending,
      session.hasSecondFactor,
      session.address,
      session.userAgent,
      toIso(session.createdAt),
      toIso(session.seenAt),
      toIso(session.expiresAt),
    ],
  );
}

function readSession(row: Row): PanelSession {
  return {
    tokenHash: text(row, "token_hash"),
    ref: text(row, "session_ref"),
    userId: trusted(row, "user_id"),
    isPending: flag(row, "is_pending"),
    hasSecondFactor: flag(row, "has_second_factor"),
    confirmedAt: optionalMoment(row, "confirmed_at"),
    address: text(row, "address"),
    userAgent: text(row, "user_agent"),
    createdAt: moment(row, "created_at"),
    seenAt: moment(row, "seen_at"),
    expiresAt: moment(row, "expires_at"),
  };
}
