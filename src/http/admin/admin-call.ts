import type { FastifyRequest } from "fastify";
import { newEntryId, parseMerchantId, type MerchantId } from "../../kernel/ids.ts";
import type { AuditNote } from "../../domain/merchant/audit.ts";
import type { Merchant, Mode } from "../../domain/merchant/merchant.ts";
import { maskRequestId } from "../../system/redaction/mask-secrets.ts";
import { operatorOf } from "../caller/operator-auth.ts";
import type { FieldError } from "../problem/problem.ts";
import type { ProblemCode } from "../problem/problem-codes.ts";
import { RequestProblem } from "../problem/request-problem.ts";
import { sentenceOf } from "../problem/validation-message.ts";
import type { AdminDeps } from "./admin-deps.ts";

/** The merchant and mode that a change concerns, where it concerns one. */
export type Place = { readonly merchantId?: MerchantId; readonly mode?: Mode };

/** The name of the operator key of a call, as the audit log and the keys that it makes show it. */
export function actorOf(request: FastifyRequest): string {
  return `operator key ${operatorOf(request).keyId}`;
}

/** Writes an entry about a change into the audit log, with the operator key as the actor. */
export async function record(
  { audit, clock, random, clientAddress }: AdminDeps,
  request: FastifyRequest,
  { note, place }: { readonly note: AuditNote; readonly place: Place },
): Promise<void> {
  const at = clock.now();
  await audit.append({
    ...note,
    entryId: newEntryId({ now: at, random }),
    at,
    merchantId: place.merchantId,
    mode: place.mode,
    userId: undefined,
    actor: actorOf(request),
    requestId: maskRequestId(request.id),
    address: clientAddress(request),
  });
}

type MerchantPath = { readonly params: { readonly merchant_id: string } };

/** The merchant of the path. @throws RequestProblem if there is none */
export async function merchantOf(
  { merchants }: AdminDeps,
  { params }: MerchantPath,
): Promise<Merchant> {
  const merchantId = parseMerchantId(params.merchant_id);
  const found = merchantId && (await merchants.find(merchantId));
  if (found === undefined) throw notFound("merchant_id", "must be the id of a merchant");
  return found;
}

/** The refusal of an id in the path that names nothing. */
export function notFound(field: string, message: string): RequestProblem {
  return refusal("resource_not_found", [{ field, message }]);
}

/** The refusal of a value that something else has already. */
export function alreadyThere(field: string, message: string): RequestProblem {
  return refusal("already_exists", [{ field, message }]);
}

/** The refusal of fields whose values are not possible. */
export function invalid(...errors: readonly FieldError[]): RequestProblem {
  return refusal("validation_failed", errors);
}

function refusal(code: ProblemCode, errors: readonly FieldError[]): RequestProblem {
  return new RequestProblem({ code, detail: sentenceOf(errors), errors });
}
