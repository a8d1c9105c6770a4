import { expect, it, vi } from "vitest";
import type { EmbeddedPostgres } from "./handle.ts";
import { keepRunning } from "./keep-running.ts";

function dyingServer(restart: () => Promise<void>) {
  const listeners: (() => void)[] = [];
  const connection = { host: "/", port: 1, user: "u", password: "p", database: "d" };
  const postgres: EmbeddedPostgres = {
    connection,
    ownerConnection: connection,
    adopted: false,
    claimServer: () => Promise.resolve({ ok: true }),
    onExit: (listener) => void listeners.push(listener),
    restart,
    stop: () => Promise.resolve(),
  };
  return { postgres, die: () => listeners.forEach((listener) => listener()) };
}

it("a stopped server is restarted with repeated attempts", async () => {
  const restart = vi.fn<() => Promise<void>>();
  restart.mockRejectedValueOnce(new Error("disk full")).mockResolvedValueOnce();
  const { postgres, die } = dyingServer(restart);
  const log = vi.fn();
  keepRunning(postgres, { log, stopped: () => false });
  die();
  await vi.waitFor(() => expect(restart).toHaveBeenCalledTimes(2), { timeout: 40_000 });
  expect(log).toHaveBeenCalledTimes(1);
});

it("does not restart the server once the service is being stopped", () => {
  const restart = vi.fn<() => Promise<void>>();
  const { postgres, die } = dyingServer(restart);
  keepRunning(postgres, { log: () => {}, stopped: () => true });
  die();
  expect(restart).not.toHaveBeenCalled();
});
