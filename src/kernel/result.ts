/** The result of an operation that may be refused; refusals are values, faults are thrown. */
export type Result<Value, Refusal> = Ok<Value> | Refused<Refusal>;

export type Ok<Value> = { readonly ok: true; readonly value: Value };
export type Refused<Refusal> = { readonly ok: false; readonly refusal: Refusal };

export function ok<Value>(value: Value): Ok<Value> {
  return { ok: true, value };
}

export function refused<const Refusal>(refusal: Refusal): Refused<Refusal> {
  return { ok: false, refusal };
}
