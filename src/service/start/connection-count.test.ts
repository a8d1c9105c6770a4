import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readConfig } from "../../config/config.ts";
import { connectionsOf, roomProblem } from "./connection-count.ts";

const PAGE = join(import.meta.dirname, "../../../docs/operations/database.md");

describe("the connections of a machine", () => {
  it("are the sum of docs/operations/database.md, for each worker", () => {
    const [, sum] = /\| sum \| \*\*(\d+)\*\* \|/.exec(readFileSync(PAGE, "utf8")) ?? [];
    expect(connectionsOf(readConfig({}))).toBe(Number(sum));
    const environment = { VEZNE_WORKERS: "3", VEZNE_REQUEST_CONNECTIONS: "20" };
    expect(connectionsOf(readConfig(environment))).toBe(3 * (Number(sum) + 4));
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
