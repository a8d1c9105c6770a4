import type { AcquirerConnection } from "../../domain/connection/connection.ts";
import { keyStateAmong, type KeyState } from "../../domain/connection/store-key.ts";
import { useMerchant, useWords } from "../kit/context.ts";
import { When } from "../../page/parts/when.tsx";
import { acquirerWords } from "./words.ts";

export type ConnectionProps = { readonly connection: AcquirerConnection };

const STATE_TONES = { active: "good", disabled: "warn", retired: "mute" } as const;
const HEALTH_TONES = { untried: "mute", closed: "good", open: "bad", half_open: "warn" } as const;
const CHECK_TONES = { ready: "good", refused: "bad", unknown: "warn" } as const;

export function ConnectionBadge({ connection: { state } }: ConnectionProps) {
  const words = useWords(acquirerWords);
  return <span class={`badge ${STATE_TONES[state]}`}>{words.states[state]}</span>;
}

/** The health as the process that answers sees it; a retired connection has none. */
export function HealthBadge({ connection }: ConnectionProps) {
  const { kit } = useMerchant();
  if (connection.state === "retired") return <>–</>;
  const health = kit.connectionServices.healthOf(connection);
  const words = useWords(acquirerWords);
  return <span class={`badge ${HEALTH_TONES[health]}`}>{words.healths[health]}</span>;
}

/** The bank's last answer to a test, with its own code and text. */
export function LastCheck({ connection: { lastCheck } }: ConnectionProps) {
  const words = useWords(acquirerWords);
  if (lastCheck === undefined) return <>{words.notAsked}</>;
  const { kind, code, message, at } = lastCheck;
  const own = [code, message].filter((part) => part !== undefined && part !== "").join(" · ");
  return (
    <>
      <span class={`badge ${CHECK_TONES[kind]}`}>{words.checks[kind]}</span> <When at={at} />
      {own !== "" && <small> {own}</small>}
    </>
  );
}

const KEY_TONES = {
  proved: "good",
  unproved: "warn",
  doubted: "bad",
  refused: "bad",
  not_signed: "mute",
} as const;

/** The state of the store key, with the bank's words of a refusal. */
export function KeyBadge({ connection }: ConnectionProps) {
  const words = useWords(acquirerWords);
  const state = useKeyState(connection);
  const { at, code, message } = connection.keyNote ?? {};
  const own = [code, message].filter((part) => part !== undefined && part !== "").join(" · ");
  return (
    <>
      <span class={`badge ${KEY_TONES[state]}`}>{words.keys[state]}</span>
      {at !== undefined && state !== "not_signed" && (
        <>
          {" "}
          <When at={at} />
        </>
      )}
      {own !== "" && <small> {own}</small>}
    </>
  );
}

export function useKeyState(connection: AcquirerConnection): KeyState {
  const { protocols } = useMerchant().kit.connectionServices;
  return keyStateAmong(protocols, connection);
}
