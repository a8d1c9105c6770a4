import { expect, it } from "vitest";
import { connectionOf } from "../../../test/support/connections.ts";
import { instant } from "../../kernel/clock.ts";
import type { KeyState } from "../../domain/connection/store-key.ts";
import { judgeKey } from "./check-acquirers.ts";

it.each<readonly [state: KeyState, status: string | undefined]>([
  ["proved", "ok"],
  ["unproved", "warning"],
  ["doubted", "warning"],
  ["refused", "failed"],
  ["not_signed", undefined],
])("a live connection whose store key is %s counts as %s", (state, status) => {
  const code = "3D-1004";
  const connection = connectionOf(1, { keyNote: { at: instant(0), kind: "refused", code } });
  const [check] = judgeKey(connection, state);
  expect(check?.status).toBe(status);
  if (state === "refused") expect(check?.detail).toContain(code);
  if (status === "warning" || status === "failed") {
    expect(check?.advice).toContain("/docs/3d-secure-help");
  }
  expect(judgeKey({ ...connection, mode: "test" }, state)).toEqual([]);
});
