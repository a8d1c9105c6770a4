import { createHash } from "node:crypto";

import type { Challenge } from "../../challenge.ts";
import type { Door } from "../kit/door.ts";

/** `md` of the return: the BIN, the challenge, a number and the store; it stands for the card. */
export function mdOf(challenge: Challenge, clientId: string): string {
  return `${challenge.card.bin}:${challenge.id.toUpperCase()}:4122:##${clientId}`;
}

export function challengeOfMd({ deps }: Door, md: string): Promise<Challenge | undefined> {
  return deps.book.findChallenge((md.split(":")[1] ?? "").toLowerCase());
}

/** `xid` of the return: base64 of 20 bytes. */
export function xidOf({ id }: Challenge): string {
  return createHash("sha1").update(id).digest("base64");
}
