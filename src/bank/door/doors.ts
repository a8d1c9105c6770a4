import type { FastifyInstance } from "fastify";

import type { ProtocolName } from "../../kernel/protocol-name.ts";
import type { BankDeps } from "../bank-deps.ts";
import { TerminalKeys } from "../terminal.ts";
import { garantiAccountDoor } from "./account/garanti-door.ts";
import { akbankDoor } from "./akbank/door.ts";
import { albarakaDoor } from "./albaraka/door.ts";
import { boaDoor } from "./boa/door.ts";
import { garantiDoor } from "./garanti/door.ts";
import { intervposDoor } from "./intervpos/door.ts";
import { iyzicoDoor } from "./iyzico/door.ts";
import { answerMissingPaths } from "./kit/door-missing.ts";
import type { Door } from "./kit/door.ts";
import { nestpayDoor } from "./nestpay/door.ts";
import { payflexDoor } from "./payflex/door.ts";
import { payforDoor } from "./payfor/door.ts";
import { posnetDoor } from "./posnet/door.ts";

/** Longer than any message or form of a real protocol. */
const BODY_LIMIT_BYTES = 64 * 1_024;

/**
 * The front doors: each speaks a real protocol of Turkish banks at `/doors/<protocol>`
 * (docs/decisions/bank-doors.md).
 */
const DOORS: Readonly<Record<ProtocolName, (app: FastifyInstance, door: Door) => void>> = {
  akbank: akbankDoor,
  albaraka: albarakaDoor,
  boa: boaDoor,
  garanti: garantiDoor,
  intervpos: intervposDoor,
  iyzico: iyzicoDoor,
  nestpay: nestpayDoor,
  payflex: payflexDoor,
  payfor: payforDoor,
  posnet: posnetDoor,
};

export const DOOR_PROTOCOLS: readonly string[] = Object.keys(DOORS);

/** Registers the doors. Bodies stay bytes, because the protocols differ in their character sets. */
export async function doors(app: FastifyInstance, deps: BankDeps): Promise<void> {
  const keys = new TerminalKeys(deps.masterSecret);
  for (const [protocol, open] of Object.entries(DOORS)) {
    await app.register(
      (scope) => {
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser(
          "*",
          { parseAs: "buffer", bodyLimit: BODY_LIMIT_BYTES },
          (_request, body, done) => done(null, body),
        );
        open(scope, { protocol, deps, keys });
        return Promise.resolve();
      },
      { prefix: `/doors/${protocol}` },
    );
  }
  await app.register(
    (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser(
        "*",
        { parseAs: "string", bodyLimit: BODY_LIMIT_BYTES },
        (_request, body, done) => done(null, body),
      );
      garantiAccountDoor(scope, deps);
      return Promise.resolve();
    },
    { prefix: "/doors/garanti-account" },
  );
  await app.register((scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { bodyLimit: BODY_LIMIT_BYTES }, (_request, body, done) => {
      body.resume();
      done(null);
    });
    answerMissingPaths(scope, DOOR_PROTOCOLS);
    return Promise.resolve();
  });
}
