import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { openConnection } from "../../../test/support/scripted-line.ts";
import type { DifferenceCause } from "../../domain/connection/store-key.ts";
import type { AttemptId } from "../../kernel/ids.ts";
import { Secret } from "../../kernel/secret.ts";
import { signedReturn as garantiReturn } from "../garanti/signature.ts";
import { ownSignature, tellSignature, type SignedText } from "../kit/signed-return.ts";
import { signedReturn as nestpayReturn } from "../nestpay/signature.ts";
import { signedReturn as akbankReturn } from "../akbank/signature.ts";

const RETURN = { clientid: "100", oid: "a|b", Amount: "1.00", mdStatus: "1", _x: "\\" };

/** The causes that are named for a value of the bank. */
function causesOf(text: SignedText, password = "api"): readonly DifferenceCause[] {
  const told: DifferenceCause[] = [];
  const connection = openConnection({
    credentials: { store_key: text.key, password: new Secret(password) },
    onSignature: (word) => {
      if (word.kind === "differs") told.push(...word.describe().causes);
    },
  });
  tellSignature({ connection, attemptId: "att_1" as AttemptId }, text, false);
  return told;
}

function nestpay(key: string, hash: string, fields: Readonly<Record<string, string>> = RETURN) {
  return nestpayReturn({ ...fields, HASH: hash }, { storeKey: new Secret(key), clientId: "100" });
}

const sha512 = (text: string, encoding: BufferEncoding = "utf8") =>
  createHash("sha512").update(text, encoding).digest("base64");
/** The values of the return in the order of their names. */
const ESCAPED = "\\\\|1.00|100|1|a\\|b";
const BARE = "\\|1.00|100|1|a|b";

it.each<readonly [cause: readonly DifferenceCause[], key: string, hash: string]>([
  [["key_not_escaped"], "k|\\y", sha512(`${ESCAPED}|k|\\y`)],
  [["values_not_escaped"], "k|\\y", sha512(`${BARE}|k|\\y`)],
  [["key_spaces"], " Key ", sha512(`${ESCAPED}|Key`)],
  [["key_case"], "Key", sha512(`${ESCAPED}|KEY`)],
  [["key_spaces", "values_not_escaped"], "Key ", sha512(`${BARE}|Key`)],
  [["other_credential"], "Key", sha512(`${ESCAPED}|api`)],
  [["field_order"], "Key", sha512("1.00|\\\\|100|1|a\\|b|Key")],
  [["field_order"], "Key", sha512("100|a\\|b|1.00|1|\\\\|Key")],
  [["unexplained"], "Key", sha512("another text")],
  [["no_signature"], "Key", ""],
])("%s explains a return of NestPay under the key %s", (causes, key, hash) => {
  expect(causesOf(nestpay(key, hash))).toEqual(causes);
});

it("another terminal, an earlier version and another character set are named", () => {
  const other = { ...RETURN, clientid: "200" };
  expect(causesOf(nestpay("Key", sha512("x"), other))).toEqual(["other_terminal"]);
  const old = { ...RETURN, HASHPARAMS: "clientid:oid:mdStatus:" };
  const ver1 = createHash("sha1").update("100a|b1Key").digest("base64");
  expect(causesOf(nestpay("Key", ver1, old))).toEqual(["old_version"]);
  const fields = { hashParams: "responseMessage", responseMessage: "Başarısız" };
  const terminal = { secretKey: new Secret("Key"), terminalSafeId: "1" };
  const text = akbankReturn(fields, terminal);
  const turkish = Buffer.from([0x42, 0x61, 0xfe, 0x61, 0x72, 0xfd, 0x73, 0xfd, 0x7a]);
  expect(causesOf({ ...text, given: text.digest(turkish, "Key") })).toEqual(["encoding"]);
});

it("a list of fields that Garanti's return names itself is told apart from a wrong key", () => {
  const fields = { clientid: "1", oid: "2", mdstatus: "1", hashparams: "oid:clientid:mdstatus:" };
  const terminal = { storeKey: new Secret("Key"), terminalId: "1" };
  const hash = createHash("sha512").update("211Key").digest("hex");
  expect(causesOf(garantiReturn({ ...fields, hash }, terminal))).toEqual(["field_list"]);
  expect(ownSignature(garantiReturn(fields, terminal))).not.toBe(hash);
});
