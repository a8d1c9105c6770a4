import { openDatabase } from "../../dist/database/connection/database.js";

/** Measures the least cost of two durable steps: two commits of a small row each, in sequence. */
export async function openTwoCommits({ address }) {
  const pool = openDatabase({ address, applicationName: "bench commits", max: 1 });
  await pool.query("create table bench_commit (id bigint generated always as identity, at text)");
  const text = "insert into bench_commit (at) values ($1)";
  const commit = () => pool.query({ name: "bench-commit", text, values: ["2026-01-01T00:00:00Z"] });
  return {
    async twice() {
      await commit();
      await commit();
    },
    close: () => pool.end(),
  };
}
