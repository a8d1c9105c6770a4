import { containsCardNumber } from "../../domain/card/find-card-number.ts";
import type { AuditEntry } from "../../domain/merchant/audit.ts";
import type { AuditStore } from "../../domain/merchant/user-ports.ts";
import { maskSecrets } from "./mask-secrets.ts";

/**
 * The audit log, which masks texts with a card number in every entry, of the panel, the command
 * line and the administration API alike. No entry is ever deleted.
 */
export function maskedAudit(audit: AuditStore): AuditStore {
  return {
    append: (entry) => audit.append(maskedEntry(entry)),
    list: (scope, filter) => audit.list(scope, filter),
  };
}

/** Masks the card numbers of an entry that is written in the commit of its change. */
export function maskedEntry(entry: AuditEntry): AuditEntry {
  const { object, before, after } = entry;
  return {
    ...entry,
    object: { ...object, id: maskedText(object.id) },
    before: before && maskedMembers(before),
    after: after && maskedMembers(after),
  };
}

type Members = Readonly<Record<string, unknown>>;

function maskedMembers(members: Members): Members {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name, maskedValue(value)]),
  );
}

function maskedValue(value: unknown): unknown {
  if (typeof value === "string") return maskedText(value);
  if (Array.isArray(value)) return value.map(maskedValue);
  if (typeof value !== "object" || value === null) return value;
  return maskedMembers(Object.fromEntries(Object.entries(value)));
}

function maskedText(text: string): string {
  return containsCardNumber(text) ? maskSecrets(text) : text;
}
