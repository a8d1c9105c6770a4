import { execFile } from "node:child_process";
import { createServer, type ServerResponse } from "node:http";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { ENTRY } from "../support/entry.ts";
import { endServer, listenLocally } from "../support/local-server.ts";

const START = "retry: 2000\n: connected\nid: evt_0\n\n";
const EVENT = {
  id: "evt_1",
  type: "payment.completed",
  timestamp: "2026-11-29T09:00:00Z",
  data: {},
};

const LOST = { code: "event_not_in_feed", detail: "The backup lacks it.", after: "evt_0" };

it("listen continues at the beginning of a stream that had no event, and behind a refusal", async () => {
  const { asked, heard } = await listenTo(
    [],
    [
      (response) => response.writeHead(200).end(START),
      (response) => response.writeHead(503).end('{"detail":"The service is stopping."}'),
      arrives,
    ],
  );
  expect(JSON.parse(heard.stdout)).toEqual({ ...EVENT, forwarded: null });
  expect(asked).toEqual([undefined, "evt_0", "evt_0"]);
});

it("listen goes on behind the backup where its event was lost by a restore, and says so", async () => {
  const { asked, heard } = await listenTo(
    ["--after", "evt_9"],
    [(response) => response.writeHead(410).end(JSON.stringify(LOST)), arrives],
  );
  expect(JSON.parse(heard.stdout)).toEqual({ ...EVENT, forwarded: null });
  expect(heard.stderr).toContain("The backup lacks it.");
  expect(asked).toEqual(["evt_9", "evt_0"]);
});

type Answer = (response: ServerResponse) => void;

const arrives: Answer = (response) =>
  void response.writeHead(200).end(`id: evt_1\ndata: ${JSON.stringify(EVENT)}\n\n`);

/** Runs `listen` against a service that gives these answers, until it has one event. */
async function listenTo(options: readonly string[], answers: Answer[]) {
  const asked: unknown[] = [];
  const service = createServer((request, response) => {
    asked.push(request.headers["last-event-id"]);
    answers.shift()?.(response);
  });
  const environment = {
    PATH: process.env["PATH"],
    VEZNE_URL: `http://127.0.0.1:${await listenLocally(service)}`,
    VEZNE_API_KEY: "vz_test_x",
    VEZNE_WEBHOOK_SECRET: "whsec_c2VjcmV0",
  };
  try {
    const command = [ENTRY, "listen", "--limit", "1", "--json", ...options];
    const heard = await promisify(execFile)(process.execPath, command, { env: environment });
    return { asked, heard };
  } finally {
    await endServer(service);
  }
}
