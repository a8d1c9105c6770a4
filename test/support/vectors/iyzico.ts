import { readFileSync } from "node:fs";

/** The account with whose keys the company's client was recorded. */
export const RECORDED_ACCOUNT = {
  apiKey: "sandbox-apiKeyForTests0000000000000",
  secretKey: "sandbox-secretKeyForTests000000000",
} as const;

/** A request as `iyzipay` 2.0.69 sent it. */
export type RecordedRequest = {
  readonly what: string;
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly randomKey: string;
  readonly authorization: string;
  readonly body: string;
};

export const RECORDED_REQUESTS = JSON.parse(
  readFileSync(new URL("iyzico-recordings.json", import.meta.url), "utf8"),
) as readonly RecordedRequest[];

const RANDOM_KEY = "1700000000000123456789";

/** Computed by an independent program; the last two have no body and letters outside ASCII. */
export const REQUEST_VECTORS = [
  {
    name: "an inquiry",
    randomKey: RANDOM_KEY,
    path: "/payment/detail",
    body: '{"locale":"tr","conversationId":"att_1","paymentId":"22416035"}',
    signature: "fe85ec0b8cc68fc6ddc6784237fe66e968566bf3d41d8d1c7f06d5e2e9ef0cdc",
  },
  {
    name: "a question by its query",
    randomKey: RANDOM_KEY,
    path: "/v2/reporting/payment/details",
    body: "",
    signature: "6c3f223ab203b58a2bff8f037f66cbcbd5505284a3f38aea75a425541191204b",
  },
  {
    name: "a text in UTF-8",
    randomKey: "rnd",
    path: "/payment/auth",
    body: '{"locale":"tr","conversationId":"ş","price":"1.0"}',
    signature: "f220f1421436b7384b111cd55695f0c4962b5279f2f2f56d8d119bf6ac2c07fd",
  },
] as const;

/** The signed parts of answers and returns; the first is a published one, under its own key. */
export const ANSWER_VECTORS = [
  {
    name: "a published return",
    secretKey: "jLc7GQHD2pyJoqXDeEcTnGHYtP7Ai5jl",
    parts: ["", "", "1", "22484292", "success"],
    signature: "a4f73b80bb32a6ef8358090bbd8609a49a7b53f463048f8ef147496e236d04f0",
  },
  {
    name: "a charge",
    parts: ["22416035", "TRY", "B67832", "att_1", "1.2", "1"],
    signature: "c584004a679961754d8268fd4a67f2a231f2763c9e86c9dfc75be33b4db5d143",
  },
  {
    name: "a charge without a basket",
    parts: ["22416035", "TRY", "", "att_1", "10.5", "10"],
    signature: "d16ce6071342e5196bddbd1cce377f1736cd512c505e52d074bfe4bb842a71a8",
  },
  {
    name: "the start of 3-D Secure",
    parts: ["22416035", "att_1"],
    signature: "36fb3baa9efecac932ceafa9f8ca66245c3f3aa01cd616e4c7f2f090c34b6bf8",
  },
  {
    name: "a passed return",
    parts: ["conversation data", "att_1", "1", "22416035", "success"],
    signature: "476ea85fd88734307fd544a831011a4086e98ba184e6c0bd7452c8d38fa51a1c",
  },
  {
    name: "a failed return",
    parts: ["", "att_1", "0", "22416035", "failure"],
    signature: "53e2de5a6dec1d1607cb9c0d091c185e7fad04f3286f497c2665274a9809e4df",
  },
  {
    name: "a refund",
    parts: ["22416035", "1.1", "TRY", "att_2"],
    signature: "be1ad73fd28c229ffb844e62dbf5753090d89e6bc132e6c61fd301949c8b6a1d",
  },
] as const;
