import type { Language } from "../../kernel/language.ts";
import type { ApiKey } from "../../domain/merchant/api-key.ts";
import { useMerchant, useWords } from "../kit/context.ts";
import { When } from "../../page/parts/when.tsx";
import { keyWords } from "./words.ts";

type KeyProps = { readonly apiKey: ApiKey };

/** Shows that a key is in force, or when it ends. */
export function KeyState({ apiKey }: KeyProps) {
  const words = useWords(keyWords);
  const { expiresAt } = apiKey;
  if (expiresAt === undefined) return <span class="badge good">{words.inForce}</span>;
  return (
    <>
      <span class="badge warn">{words.until}</span> <When at={expiresAt} />
    </>
  );
}

/** The time of a key's last use, and its network. */
export function LastUse({ apiKey }: KeyProps) {
  const { language } = useMerchant();
  const { usedAt, usedFrom } = apiKey;
  if (usedAt === undefined) return <>{keyWords[language].never}</>;
  return (
    <>
      <When at={usedAt} />
      {usedFrom !== undefined && <small> · {usedFrom}</small>}
    </>
  );
}

/** The rights of a key as text; the main key has every right. */
export function rightsText({ rights, aboveLimitFrom }: ApiKey, language: Language): string {
  const words = keyWords[language];
  if (rights === undefined) return words.allRights;
  const all = aboveLimitFrom === undefined ? rights : [...rights, "refunds.above_limit" as const];
  return all.map((right) => words.rightNames[right]).join(", ");
}
