import { EXAMPLE } from "../../example-values.ts";
import type { Operation } from "../../operation.ts";

/** The part that all operations of the administration API have in common. */
export const ADMIN = { tag: "Administration", access: "operator key" } as const;

export const KEY_PROBLEMS = ["missing_api_key", "invalid_api_key"] as const;
/** The problems of a call about one merchant. */
export const MERCHANT_PROBLEMS = [...KEY_PROBLEMS, "resource_not_found"] as const;

/** The parameter of an example about one merchant. */
export const MERCHANT_QUERY = { merchant_id: EXAMPLE.merchant } as const;

/** The name of an operator key as other records show it. */
export const ACTOR = `operator key ${EXAMPLE.operatorKeyId}`;

export type Operations = Readonly<Record<string, Operation>>;

export const PATH = "/api/v1/admin/merchants";
export const ONE = `${PATH}/:merchant_id`;
