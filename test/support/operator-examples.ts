import { randomBytes } from "node:crypto";
import { EXAMPLE } from "../../src/http/openapi/example-values.ts";
import type { ApiAnswer } from "./api-client.ts";
import type { DocumentedExample, DocumentedOperation } from "./api-document.ts";
import { query } from "./merchant-calls.ts";
import { makeOperatorKey, operatorClient, type OperatorClient } from "./operator.ts";
import type { TestService } from "./service.ts";

/** The values of an example of the administration API, and the key that may use them. */
export type OperatorScene = {
  readonly key: string;
  readonly values: ReadonlyMap<string, string>;
};

export type OperatorStage = (
  operation: DocumentedOperation,
  example: DocumentedExample,
) => Promise<OperatorScene>;

/** Prepares a merchant of its own for each example, as the example's answer shows it. */
export function openOperatorStage(shop: TestService): OperatorStage {
  let key: Promise<string> | undefined;
  return async (operation, example) => {
    key ??= makeOperatorKey(shop).then(({ text }) => text);
    const text = await key;
    const operator = operatorClient(shop.url, text);
    const made = await shop.createMerchant("Kitapçı");
    const { merchantId } = made.merchant;
    const said = JSON.stringify([...example.parameters.values(), example.body ?? null]);
    const values = new Map<string, string>([
      [EXAMPLE.merchant, merchantId],
      [EXAMPLE.email, `panel-${randomBytes(4).toString("hex")}@example.com`],
    ]);
    const scene = { operator, path: `merchants/${merchantId}`, operation, example, said, values };
    if (operation.id === "listMerchants") await nameLastMerchants(shop, values);
    await prepareKey(scene);
    await prepareUser(scene);
    await prepareConnection(scene);
    await prepareFeed(scene);
    await prepareTable(scene);
    if (["listBinCorrections", "removeBinCorrection"].includes(operation.id)) {
      done(await operator("PUT", "card-table/corrections/435508?mode=live", CORRECTION));
    }
    if (operation.id === "replaceCardTable") done(await operator("PUT", "card-table", OTHER_CARDS));
    return { key: text, values };
  };
}

type Scene = {
  readonly operator: OperatorClient;
  /** The path of the merchant. */
  readonly path: string;
  readonly operation: DocumentedOperation;
  readonly example: DocumentedExample;
  /** The values of the example's request. */
  readonly said: string;
  readonly values: Map<string, string>;
};

/** The example is about the last two merchants, so no other id may come after theirs. */
async function nameLastMerchants(shop: TestService, values: Map<string, string>): Promise<void> {
  const [earlier, last] = ["mer_zzzzzzzy", "mer_zzzzzzzz"];
  await query(
    shop,
    `insert into merchant (merchant_id, name, settings, webhook_secret, created_at)
     select id, name, settings, 'whsec_' || md5(id), created_at
     from merchant, unnest($1::text[]) as id where merchant_id = $2 on conflict do nothing`,
    [[earlier, last], values.get(EXAMPLE.merchant)],
  );
  values.set(EXAMPLE.merchant, last).set(EXAMPLE.earlierMerchant, earlier);
}

async function prepareKey({ operator, path, said, values }: Scene): Promise<void> {
  if (!said.includes(EXAMPLE.keyRef)) return;
  const wish = { mode: "test", name: "accounting", rights: ["payments.read"] };
  const { body } = done(await operator("POST", `${path}/keys`, wish));
  values.set(EXAMPLE.keyRef, String(body["key_ref"]));
}

async function prepareUser({ operator, path, said, operation, values }: Scene): Promise<void> {
  if (!said.includes(EXAMPLE.user) && operation.id !== "listUsers") return;
  const wish = { email: values.get(EXAMPLE.email), role: "finance" };
  const { body } = done(await operator("POST", `${path}/users`, wish));
  values.set(EXAMPLE.user, String(body["user_id"]));
}

export const EXAMPLE_TERMINAL = {
  mode: "test",
  protocol: "garanti",
  bank: "garanti",
  title: "Garanti BBVA",
  credentials: {
    merchant_id: "7000679",
    terminal_id: "30691298",
    store_key: "12345678",
    sale_password: "123qweASD/",
    refund_password: "123qweASD/",
  },
};

async function prepareConnection(scene: Scene): Promise<void> {
  const { operator, path, said, operation, values } = scene;
  if (!said.includes(EXAMPLE.connection) && operation.id !== "listConnections") return;
  const { body } = done(await operator("POST", `${path}/connections`, EXAMPLE_TERMINAL));
  values.set(EXAMPLE.connection, String(body["connection_id"]));
}

/** The bank refuses its credentials, so that no job looks at it meanwhile. */
export const EXAMPLE_FEED = {
  mode: "test",
  protocol: "garanti",
  title: "Garanti TL",
  credentials: {
    client_id: "sandbox-client",
    client_secret: "wrong",
    consent_id: "consent-TR810006200000000123456789",
  },
};

async function prepareFeed({ operator, path, said, operation, values }: Scene): Promise<void> {
  if (!said.includes(EXAMPLE.feed) && operation.id !== "listAccountFeeds") return;
  if (operation.id === "addAccountFeed") return;
  const { body } = done(await operator("POST", `${path}/feeds`, EXAMPLE_FEED));
  values.set(EXAMPLE.feed, String(body["feed_id"]));
}

/** A table that is read has the rows of the example of its replacement. */
async function prepareTable({ operator, path, operation }: Scene): Promise<void> {
  const [, table = ""] = /\}\/([a-z]+-[a-z]+)(?:\/versions.*)?$/.exec(operation.path) ?? [];
  const rows = TABLE_ROWS[table];
  if (rows === undefined || operation.method !== "GET") return;
  done(await operator("PUT", `${path}/${table}?mode=live`, { rows }));
}

/** The example replaces a table with another row. */
const OTHER_CARDS = { csv: "bin,bank_name,card_brand,card_type\n540062,Akbank,visa,credit\n" };

const CORRECTION = {
  bank_name: "Akbank",
  card_brand: "visa",
  card_type: "credit",
  card_program: "Axess",
  bank_code: "46",
  country: "TR",
};

const TABLE_ROWS: Readonly<Record<string, readonly object[]>> = {
  "commission-rates": [
    {
      program: "Bonus",
      card_bank: "own",
      bank_code: "0062",
      installment_count: 3,
      commission_rate: 2.5,
      valid_from: "2026-01-01",
    },
  ],
  "installment-limits": [
    { category: 7, max_installments: 4, goods: "electronics", valid_from: "2026-01-01" },
  ],
  "settlement-terms": [
    { payment_type: "creditcard", commission_rate: 1.75, value_days: 1, valid_from: "2026-01-01" },
  ],
};

function done(answer: ApiAnswer): ApiAnswer {
  if (answer.status !== 200) throw new Error(`the example could not be prepared: ${answer.text}`);
  return answer;
}

/** The values that differ at every call, and their placeholders in the document. */
export const OPERATOR_IDS = [
  [/opk_[0-9a-z]{16}/g, EXAMPLE.operatorKeyId],
  [/usr_[0-9a-z]{16}/g, EXAMPLE.user],
  [/acq_[0-9a-z]{27}/g, EXAMPLE.connection],
  [/fed_[0-9a-z]{16}/g, EXAMPLE.feed],
  [/vz_test_[0-9a-z]{40}/g, EXAMPLE.newTestKey],
  [/vz_live_[0-9a-z]{40}/g, EXAMPLE.newLiveKey],
  [/"key_ref":"[0-9a-f]{16}"/g, `"key_ref":"${EXAMPLE.keyRef}"`],
  [/"last_four":"[0-9a-z]{4}"/g, `"last_four":"${EXAMPLE.lastFour}"`],
  [/panel-[0-9a-f]{8}@example\.com/g, EXAMPLE.email],
  [/choose-password\?token=[0-9a-z]{32}/g, EXAMPLE.choosePasswordUrl.replace(/^.*\//, "")],
  [/mer_[0-9a-z]{8}/g, EXAMPLE.merchant],
] as const;
