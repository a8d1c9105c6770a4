import { expect } from "vitest";
import { DEFAULT_RULES, type RoutingRule } from "../../../src/domain/connection/rule.ts";
import { DAY, later, toIso } from "../../../src/kernel/clock.ts";
import { KEY_RIGHTS } from "../../../src/domain/merchant/key-right.ts";
import { OF_TEST_BANK } from "../feed-customer.ts";
import { installationWithKey } from "../double-connection.ts";
import { SANDBOX, type Lane } from "./lane.ts";
import type { Kind } from "./registries.ts";
import type { World } from "./world.ts";

type Apply = (lane: Lane, world: World) => Promise<void>;

/** A way in which one setting of a lane's merchant changes. */
export type Change = {
  readonly kind: Kind;
  /** The setting's name in its registry. */
  readonly name: string;
  readonly how: string;
  /** Sets the value from which the setting changes, before the lane begins. */
  readonly prepare?: Apply;
  readonly apply: Apply;
  /** Why later calls of the lane may end otherwise; absent: everything ends as without a change. */
  readonly alters?: string;
  /** True if the bank refuses all inquiries from then on, so a person must end what is open. */
  readonly blinds?: boolean;
  /** The places, of those of a lane, where the setting exists. */
  readonly isAt: (lane: Pick<Lane, "protocol" | "name">) => boolean;
};

const connected: Change["isAt"] = ({ protocol }) => protocol !== undefined;
const inSandbox: Change["isAt"] = ({ name }) => name === SANDBOX;
const everywhere: Change["isAt"] = () => true;

const patch =
  (body: (lane: Lane) => object): Apply =>
  async (lane, { operator }) => {
    const path = `merchants/${lane.merchantId}/connections/${String(lane.connections[0])}`;
    const answer = await operator("PATCH", path, body(lane));
    expect(answer.status, answer.text).toBe(200);
  };

type Body = Readonly<Record<string, unknown>>;

/** A change of one field of the connection. */
function field(
  name: string,
  after: unknown,
  more: Partial<Change> & { before?: Body } = {},
): Change {
  const { before, ...rest } = more;
  return {
    kind: "connection",
    name,
    how: `→ ${JSON.stringify(after)}`,
    ...(before === undefined ? {} : { prepare: patch(() => before) }),
    apply: patch(() => ({ [name]: after })),
    isAt: connected,
    ...rest,
  };
}

const hasModels: Change["isAt"] = ({ protocol }) => (protocol?.models.length ?? 0) > 1;
const lastModel = ({ protocol }: Lane) => ({ model: protocol?.models.at(1) ?? "" });
const firstModel = ({ protocol }: Lane) => ({ model: protocol?.models.at(0) ?? "" });
const COUNTS = { installment_counts: [2, 3, 6], programs: ["Bonus"] };

/** The credentials of a lane; `damage` makes each secret of them wrong. */
function credentialsOf({ terminal }: Lane, damage: (secret: string) => string): Body {
  const forms = terminal?.protocol.credentials ?? [];
  const all = Object.entries(terminal?.credentials ?? {}).map(([name, value]) => {
    const isSecret = forms.some((form) => form.name === name && form.isSecret);
    return [name, isSecret ? damage(value) : value];
  });
  return { credentials: Object.fromEntries(all) as Body };
}

const CONNECTION: readonly Change[] = [
  field("title", "POS renamed"),
  field("model", "another", { how: "first → second", apply: patch(lastModel), isAt: hasModels }),
  field("model", "the first", {
    how: "second → first",
    prepare: patch(lastModel),
    apply: patch(firstModel),
    isAt: hasModels,
  }),
  field("accepted_md_status", ["1", "2", "3", "4"]),
  field("accepted_md_status", ["1"], { before: { accepted_md_status: ["1", "2", "3", "4"] } }),
  field("mail_order", true, { isAt: ({ protocol }) => protocol?.marksMailOrder === true }),
  field("mail_order", false, {
    before: { mail_order: true },
    isAt: ({ protocol }) => protocol?.marksMailOrder === true,
  }),
  field("installment_counts", COUNTS.installment_counts, { apply: patch(() => COUNTS) }),
  field("installment_counts", [], { before: COUNTS }),
  field("programs", ["World"], { before: COUNTS }),
  field("currencies", ["USD"]),
  field("amount_min", 100_000_000),
  field("amount_max", 100),
  field("weight", 0),
  field("hold_days", 1),
  field("active_from", "tomorrow", {
    apply: (lane, world) =>
      patch(() => ({ active_from: toIso(later(lane.shop.clock.now(), 90 * DAY)) }))(lane, world),
  }),
  field("active_until", "now", {
    apply: (lane, world) =>
      patch(() => ({ active_until: toIso(lane.shop.clock.now()) }))(lane, world),
  }),
  field("state", "disabled"),
  field("state", "retired"),
  // Not every protocol has a question that tells whether the bank accepts them.
  field("credentials", "the same again", {
    apply: patch((lane) => ({ ...credentialsOf(lane, same), untested: true })),
  }),
  field("credentials", "wrong", {
    apply: patch((lane) => ({ ...credentialsOf(lane, wrong), untested: true })),
    alters: "the bank refuses every call until the credentials are right again",
    blinds: true,
  }),
];

function same(secret: string): string {
  return secret;
}

/** The same form, so that the check of the form passes, and another value. */
function wrong(secret: string): string {
  const last = secret.at(-1) ?? "";
  const other = /\d/.test(last) ? String((Number(last) + 1) % 10) : last === "x" ? "y" : "x";
  return secret.slice(0, -1) + other;
}

function setting(name: string, after: unknown, more: Partial<Change> = {}): Change {
  return {
    kind: "merchant",
    name,
    how: `→ ${JSON.stringify(after)}`,
    apply: async ({ merchantId }, { operator }) => {
      const answer = await operator("PATCH", `merchants/${merchantId}`, { [name]: after });
      expect(answer.status, answer.text).toBe(200);
    },
    isAt: everywhere,
    ...more,
  };
}

const call =
  (method: string, path: string, body: object): Apply =>
  async ({ merchantId }, { operator }) => {
    const answer = await operator(method, `merchants/${merchantId}/${path}`, body);
    expect(answer.status, answer.text).toBe(200);
  };

const MERCHANT: readonly Change[] = [
  setting("state", "suspended"),
  setting("response_style", "codes"),
  setting("three_d_secure", "always"),
  setting("on_hold_end", "capture"),
  setting("time_zone", "Pacific/Kiritimati"),
  setting("allowed_origins", ["https://other.example"]),
  setting("refund_approval_above", 1, { alters: "refunds above the limit wait for a person" }),
  setting("overlap_hours", 0, {
    apply: call("POST", "webhook-secret/roll", { overlap_hours: 0 }),
  }),
  setting("live", false, { apply: call("PUT", "live", { live: false }) }),
];

/** Makes a key, or exchanges one, with which the shop goes on. */
const withKey =
  (path: string, body: object, mode = "test"): Apply =>
  async (lane, { operator }) => {
    const answer = await operator("POST", `merchants/${lane.merchantId}/${path}`, {
      mode,
      ...body,
    });
    expect(answer.status, answer.text).toBe(200);
    if (mode === "test") lane.key = String(answer.body["api_key"]);
  };

function key(name: string, how: string, change: Pick<Change, "apply"> & Partial<Change>): Change {
  return { kind: "key", name, how, isAt: everywhere, ...change };
}

const ALL = { name: "till", rights: [...KEY_RIGHTS] };
const REFUSED = "the key is refused";
const KEY: readonly Change[] = [
  key("mode", "the live key is rolled", { apply: withKey("keys/roll", {}, "live") }),
  key("name", "a named key instead of the main one", { apply: withKey("keys", ALL) }),
  key("rights", "fewer", {
    apply: withKey("keys", { ...ALL, rights: ["sessions.create", "payments.read"] }),
    alters: REFUSED,
  }),
  key("networks", "another network", {
    apply: withKey("keys", { ...ALL, networks: ["203.0.113.0/24"] }),
    alters: REFUSED,
  }),
  key("expires_in_days", "it ends", {
    apply: withKey("keys", { ...ALL, expires_in_days: 1 }),
    alters: REFUSED,
  }),
  key("grace_hours", "the old one ends at once", {
    apply: withKey("keys/roll", { grace_hours: 0 }),
  }),
];

/** A change of one field of an account feed, which the service looks at meanwhile. */
function feed(name: string, after: unknown): Change {
  return {
    kind: "feed",
    name,
    how: `→ ${JSON.stringify(after)}`,
    isAt: everywhere,
    prepare: call("POST", "feeds", {
      mode: "test",
      protocol: "garanti",
      title: "Hesap",
      credentials: OF_TEST_BANK,
      untested: true,
    }),
    async apply({ merchantId }, { operator }) {
      const path = `merchants/${merchantId}/feeds`;
      const { feeds } = (await operator("GET", path)).body as { feeds: { feed_id: string }[] };
      const answer = await operator("PATCH", `${path}/${feeds[0]?.feed_id}`, { [name]: after });
      expect(answer.status, answer.text).toBe(200);
    },
  };
}

const FEED: readonly Change[] = [
  feed("title", "Başka ad"),
  feed("state", "disabled"),
  feed("every_seconds", 15),
  feed("credentials", { ...OF_TEST_BANK, currency: "TRY" }),
];

/** A rule leaves the lane's own connection out, with one more condition or another action. */
function rule(name: string, change: Partial<RoutingRule>): Change {
  return {
    kind: "routing",
    name,
    how: Object.keys(change).join(", "),
    isAt: connected,
    apply: async (lane, world) => {
      const [, second] = lane.connections;
      const [plain] = DEFAULT_RULES;
      if (plain === undefined || second === undefined) throw new Error("there is no rule");
      const only = { ...plain, name: "only", action: "only", terms: "any" } as const;
      const installation = await installationWithKey(lane.shop);
      const owner = { merchantId: lane.merchantId, mode: "test" } as const;
      const rules = [{ ...only, connections: [second], ...change }];
      await installation.connections.replaceRules(owner, rules);
      await installation.close();
      // A change of the connection has the process read the rules at once.
      await patch(() => ({ title: "POS read again" }))(lane, world);
    },
  };
}

const ROUTING: readonly Change[] = [
  rule("name", { name: "another name" }),
  rule("action", { action: "avoid" }),
  rule("action", { action: "share" }),
  rule("connection_ids", {}),
  rule("connection_ids", { connections: "own_bank" }),
  rule("terms", { terms: "single" }),
  rule("programs", { programs: ["Bonus"] }),
  rule("bin_prefixes", { binPrefixes: ["552879"] }),
  rule("brands", { brands: ["mastercard"] }),
  rule("currencies", { currencies: ["TRY"] }),
  rule("amount_from", { amountFrom: 1n }),
  rule("amount_to", { amountTo: 1_000_000n }),
  rule("hour_from", { hours: { from: 1, to: 24 } }),
  rule("hour_to", { hours: { from: 0, to: 23 } }),
];

const RATE = {
  program: "Bonus",
  card_bank: "own",
  bank_code: null,
  card_category: null,
  installment_count: 3,
  commission_rate: 2.99,
  borne_by: "customer",
  valid_from: "2020-01-01",
  valid_to: null,
};
const LIMIT = {
  category: 10,
  max_installments: 6,
  goods: null,
  valid_from: "2020-01-01",
  valid_to: null,
};
const TERM = {
  acquirer: null,
  payment_type: "creditcard",
  program: null,
  installment_count: null,
  commission_rate: 1.5,
  value_days: 1,
  valid_from: "2020-01-01",
  valid_to: null,
};

/** A table with one row, of which one column changes. */
function columns<Row extends object>(kind: Kind, row: Row, after: Record<keyof Row, unknown>) {
  const put = (rows: readonly object[]): Apply => call("PUT", `${kind}?mode=test`, { rows });
  return Object.entries(after).map(([name, value]): Change => ({
    kind,
    name,
    how: `→ ${JSON.stringify(value)}`,
    prepare: put([row]),
    apply: put([{ ...row, [name]: value }]),
    isAt: inSandbox,
  }));
}

const TERMS: readonly Change[] = [
  ...columns("commission-rates", RATE, {
    program: "World",
    card_bank: "partner",
    bank_code: "0064",
    card_category: "commercial",
    installment_count: 6,
    commission_rate: 9.5,
    borne_by: "merchant",
    valid_from: "2090-01-01",
    valid_to: "2021-01-01",
  }),
  ...columns("installment-limits", LIMIT, {
    category: 11,
    max_installments: 2,
    goods: "electronics",
    valid_from: "2090-01-01",
    valid_to: "2021-01-01",
  }),
  ...columns("settlement-terms", TERM, {
    acquirer: "sandbox",
    payment_type: "debitcard",
    program: "Bonus",
    installment_count: 3,
    commission_rate: 3.5,
    value_days: 40,
    valid_from: "2090-01-01",
    valid_to: "2021-01-01",
  }),
];

/** Every change of a setting of a merchant, its connections, keys, routing and terms. */
export const CHANGES: readonly Change[] = [
  ...CONNECTION,
  ...MERCHANT,
  ...KEY,
  ...FEED,
  ...ROUTING,
  ...TERMS,
];
