import { parseOrderId } from "../../kernel/ids.ts";
import type { AuditEntry } from "../../domain/merchant/audit.ts";
import { type MerchantContext, useMerchant } from "../kit/context.ts";
import { PaymentLink } from "../parts/payment-link.tsx";
import { PersonalText } from "../../page/parts/personal-text.tsx";
import { changeWords } from "./change-words.ts";

/** The names of a merchant's records by their ids, in place of which the log shows them. */
export type RecordNames = ReadonlyMap<string, string>;

export async function loadRecordNames({
  kit,
  scope,
  merchant,
}: MerchantContext): Promise<RecordNames> {
  const [users, endpoints, connections] = await Promise.all([
    kit.people.users.list(scope.merchantId),
    kit.endpoints.list(scope),
    kit.connections.list(scope),
  ]);
  return new Map<string, string>([
    [merchant.merchantId, merchant.name],
    ...users.map(({ userId, email }) => [userId, email] as const),
    ...endpoints.map(({ endpointId, url }) => [endpointId, url] as const),
    ...connections.map(({ connectionId, title }) => [connectionId, title] as const),
  ]);
}

/** Kinds whose ids tell a person nothing, such as the digest of a file. */
const UNTOLD = new Set(["brand", "card", "clock", "customer", "line", "payments", "routing"]);
const FILES = new Set(["settlement", "statement"]);

type ObjectNameProps = { readonly entry: AuditEntry; readonly names: RecordNames };

/** The object of an entry by its kind and name; an id that is not shown is the title. */
export function ObjectName({ entry, names }: ObjectNameProps) {
  const { language } = useMerchant();
  const { kind, id } = entry.object;
  const word = changeWords[language].objects[kind] ?? kind;
  const orderId = kind === "payment" ? parseOrderId(id) : undefined;
  if (orderId !== undefined) return <PaymentLink orderId={orderId} />;
  if (UNTOLD.has(kind) || FILES.has(kind)) return <span title={id}>{word}</span>;
  const name = names.get(id) ?? nameWithin(entry) ?? id;
  return (
    <span title={name === id ? undefined : id}>
      {word} <PersonalText text={name} />
    </span>
  );
}

/** The name that an entry has of its object, which may not exist any more or belong elsewhere. */
function nameWithin({ before, after, ...entry }: AuditEntry): string | undefined {
  if (entry.userId === entry.object.id) return entry.actor;
  return ["name", "title", "url", "email"]
    .flatMap((field) => [after?.[field], before?.[field]])
    .find((value) => typeof value === "string");
}
