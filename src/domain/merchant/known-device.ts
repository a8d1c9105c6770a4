import { DAY, instant, later, type Clock, type Instant } from "../../kernel/clock.ts";
import type { Digest } from "../../kernel/digest.ts";
import { randomText, type UserId } from "../../kernel/ids.ts";
import type { Random } from "../../kernel/random.ts";
import type { Secret } from "../../kernel/secret.ts";

export type KnownDeviceDeps = {
  readonly clock: Clock;
  readonly random: Random;
  readonly digest: Digest;
  /** Signs the entries that browsers keep. */
  readonly deviceSecret: Secret;
};

/** The ms for which a browser is known after a sign-in. */
export const DEVICE_LIFETIME_MS = 180 * DAY;
/** The most users that one browser remembers. */
const USERS_MAX = 4;
const NONCE_LENGTH = 20;
const ENTRY = /^([0-9a-z]{20})\.([0-9a-z]{1,11})\.([0-9a-f]{64})$/;

/**
 * The text that a browser keeps after a sign-in, which distinguishes it from browsers of strangers:
 * one signed entry for each user, newest first. It grants no access; it only gives the browser its
 * own counter of failed tries to sign in.
 */
export type DeviceText = string;

/**
 * Returns the id of a browser in which this user has signed in before, or `undefined` for any
 * other.
 */
export function knownDevice(
  deps: KnownDeviceDeps,
  text: DeviceText,
  userId: UserId,
): string | undefined {
  return entriesOf(text).find((entry) => isOf(deps, entry, userId))?.nonce;
}

/** Returns the text for a browser in which this user has just signed in. */
export function rememberDevice(
  deps: KnownDeviceDeps,
  text: DeviceText,
  userId: UserId,
): DeviceText {
  const nonce = randomText(deps.random, NONCE_LENGTH);
  const until = later(deps.clock.now(), DEVICE_LIFETIME_MS);
  const mac = macOf(deps, { nonce, until }, userId);
  const others = entriesOf(text).filter((entry) => !isOf(deps, entry, userId));
  return [{ nonce, until, mac }, ...others].slice(0, USERS_MAX).map(textOf).join("~");
}

type Entry = { readonly nonce: string; readonly until: Instant; readonly mac: string };

function entriesOf(text: DeviceText): readonly Entry[] {
  return text
    .split("~", USERS_MAX)
    .map((entry) => ENTRY.exec(entry))
    .flatMap((match) => {
      const [, nonce, until, mac] = match ?? [];
      if (nonce === undefined || until === undefined || mac === undefined) return [];
      return [{ nonce, until: instant(Number.parseInt(until, 36)), mac }];
    });
}

function textOf({ nonce, until, mac }: Entry): string {
  return `${nonce}.${until.toString(36)}.${mac}`;
}

function isOf(deps: KnownDeviceDeps, entry: Entry, userId: UserId): boolean {
  return deps.clock.now() < entry.until && deps.digest.equal(macOf(deps, entry, userId), entry.mac);
}

function macOf(
  { digest, deviceSecret }: KnownDeviceDeps,
  { nonce, until }: Omit<Entry, "mac">,
  userId: UserId,
): string {
  return digest.hmacSha256(deviceSecret.reveal(), ["device", userId, nonce, until].join("\n"));
}
