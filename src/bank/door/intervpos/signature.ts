import { createHash } from "node:crypto";

type Values = Readonly<Record<string, string>>;

const FORM_ORDER = "ShopCode OrderId PurchAmount OkUrl FailUrl TxnType InstallmentCount Rnd";
const RETURN_PARAMS =
  "Version:PurchAmount:Exponent:Currency:OkUrl:FailUrl:MD:OrderId:ProcReturnCode:Response:mdStatus:";

/** Base64 SHA-1 over the form's values and the 3-D Secure key. */
export function hashCardForm(merchantPass: string, values: Values): string {
  return hashed(joined(values, FORM_ORDER.split(" ")) + merchantPass);
}

/** Adds the list of signed names, their joined values and the hash to a return. */
export function signReturn(merchantPass: string, values: Values): Values {
  const joinedValues = joined(values, RETURN_PARAMS.split(":"));
  return {
    ...values,
    HASHPARAMS: RETURN_PARAMS,
    HASHPARAMSVAL: joinedValues,
    HASH: hashed(joinedValues + merchantPass),
  };
}

function joined(values: Values, names: readonly string[]): string {
  let text = "";
  for (const name of names) text += values[name] ?? "";
  return text;
}

function hashed(text: string): string {
  return createHash("sha1").update(text).digest("base64");
}
