import { CANCELLED, Resolver, type LookupAddress } from "node:dns";
import { callbackify } from "node:util";
import { asError } from "../../kernel/thrown.ts";
import { after } from "../../system/after.ts";
import { createHostNames, type HostNames } from "./host-names.ts";

/**
 * Resolves a name to all its addresses, with the signature of Node's `dns.lookup`. Tests replace it
 * by one that returns chosen addresses.
 */
export type NameResolver = (
  hostname: string,
  callback: (error: Error | null, addresses?: readonly LookupAddress[]) => void,
) => void;

/**
 * Error codes of names that don't exist, and of names that no resolver accepts, such as those of
 * more than 255 characters. Any other failure of the resolver may be temporary.
 */
export const UNKNOWN_NAME: ReadonlySet<string> = new Set([
  "ENOTFOUND",
  "ENODATA",
  "EBADNAME",
  "EINVAL",
]);

const HOSTS_FILE = "/etc/hosts";
/** The time limit of the first DNS query; the second one may take twice as long. */
const QUERY_MS = 1_000;
const QUERIES = 2;
/** The time limit of all queries for one name. */
const LOOKUP_MS = 4_000;

export type LookupSettings = {
  readonly hosts: HostNames;
  readonly lookupMs: number;
  /** DNS servers in the form `address:port`; by default those of the system. */
  readonly servers?: readonly string[];
};

/**
 * Looks names up in the machine's hosts file and then in the DNS, through sockets of this process.
 * Node's `dns.lookup` would occupy one of the four threads that file access and password hashes use
 * as well, for as long as a silent DNS server takes.
 */
export function createLookup(settings: LookupSettings): NameResolver {
  return callbackify((hostname: string) => find(settings, hostname));
}

export const systemResolve: NameResolver = createLookup({
  hosts: createHostNames(HOSTS_FILE),
  lookupMs: LOOKUP_MS,
});

const LOOPBACK: readonly LookupAddress[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

async function find(settings: LookupSettings, hostname: string): Promise<readonly LookupAddress[]> {
  const name = hostname.toLowerCase().replace(/\.$/, "");
  const own = await settings.hosts.find(name);
  if (own !== undefined) return own;
  // RFC 6761, 6.3: `localhost` is never sent to the DNS.
  if (name === "localhost" || name.endsWith(".localhost")) return LOOPBACK;
  return askServers(settings, name);
}

/** A new resolver for each name reads the system's current settings and can be cancelled alone. */
async function askServers(
  { servers, lookupMs }: LookupSettings,
  name: string,
): Promise<readonly LookupAddress[]> {
  const resolver = new Resolver({ timeout: QUERY_MS, tries: QUERIES });
  if (servers !== undefined) resolver.setServers(servers);
  const stop = after(lookupMs, () => resolver.cancel());
  const answers = await Promise.all([ask(resolver, name, 4), ask(resolver, name, 6)]);
  stop();
  const found = answers.flatMap((answer) => (answer instanceof Error ? [] : answer));
  if (found.length > 0) return found;
  const errors = answers.filter((answer) => answer instanceof Error);
  if (errors.some(({ code }) => code === CANCELLED)) throw new NoServerAnswered();
  // A temporary failure is more important than the missing address of the other family.
  throw (
    errors.find(({ code = "" }) => !UNKNOWN_NAME.has(code)) ?? errors[0] ?? new NoServerAnswered()
  );
}

class NoServerAnswered extends Error {
  readonly code = "ETIMEOUT";

  constructor() {
    super("No DNS server has answered in time.");
  }
}

type Answer = readonly LookupAddress[] | NodeJS.ErrnoException;

function ask(resolver: Resolver, name: string, family: 4 | 6): Promise<Answer> {
  return new Promise((done) => {
    const take = (error: NodeJS.ErrnoException | null, addresses: string[] | undefined): void =>
      done(error ?? (addresses ?? []).map((address) => ({ address, family })));
    try {
      if (family === 4) resolver.resolve4(name, take);
      else resolver.resolve6(name, take);
    } catch (error) {
      done(asError(error));
    }
  });
}
