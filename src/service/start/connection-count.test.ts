import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readConfig } from "../../config/config.ts";
import { connectionsOf, roomProblem, slotProblem } from "./connection-count.ts";

const PAGE = join(import.meta.dirname, "../../../docs/operations/database.md");

describe("the connections of a machine", () => {
  it("are the sum of docs/operations/database.md, for each worker", () => {
    const [, sum] = /\| sum \| \*\*(\d+)\*\* \|/.exec(readFileSync(PAGE, "utf8")) ?? [];
    expect(connectionsOf(readConfig({}))).toBe(Number(sum));
    const environment = { VEZNE_WORKERS: "3", VEZNE_REQUEST_CONNECTIONS: "20" };
    expect(connectionsOf(readConfig(environment))).toBe(3 * (Number(sum) + 4));
  });

  it("are tried only where a pooler or another machine is between, and where there is room", async () => {
    const config = readConfig({
      DATABASE_URL: "postgres://vezne@192.0.2.1:5432/vezne?sslmode=disable",
    });
    // Nothing is opened where the server itself has no room: the processes that serve need it.
    expect(await slotProblem(config, { free: connectionsOf(config) - 1 })).toBeUndefined();
    expect(await slotProblem(readConfig({}), { free: 1_000 })).toBeUndefined();
  });

  it("are a problem where they exceed what other programs leave", () => {
    const config = readConfig({});
    const needed = connectionsOf(config);
    expect(roomProblem(config, { most: needed + 5, others: 5 })).toBeUndefined();
    expect(roomProblem(config, { most: needed + 4, others: 5 })).toContain(
      `opens up to ${needed} connections, and the database has room for ${needed - 1}: raise`,
    );
  });
});
