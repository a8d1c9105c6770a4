import type { AcquirerConnection } from "../../domain/connection/connection.ts";
import type { MerchantContext } from "../kit/context.ts";
import { When } from "../../page/parts/when.tsx";
import { acquirerWords } from "./words.ts";

export type ConnectionProps = {
  readonly context: MerchantContext;
  readonly connection: AcquirerConnection;
};

const STATE_TONES = { active: "good", disabled: "warn", retired: "mute" } as const;
const HEALTH_TONES = { untried: "mute", closed: "good", open: "bad", half_open: "warn" } as const;
const CHECK_TONES = { ready: "good", refused: "bad", unknown: "warn" } as const;

export function ConnectionBadge({ context, connection: { state } }: ConnectionProps) {
  const words = acquirerWords[context.language];
  return <span class={`badge ${STATE_TONES[state]}`}>{words.states[state]}</span>;
}

/** The health as the process that answers sees it; a retired connection has none. */
export function HealthBadge({ context, connection }: ConnectionProps) {
  if (connection.state === "retired") return <>–</>;
  const health = context.kit.connectionDesk.healthOf(connection);
  const words = acquirerWords[context.language];
  return <span class={`badge ${HEALTH_TONES[health]}`}>{words.healths[health]}</span>;
}

/** The bank's last answer to a test, with its own code and text. */
export function LastCheck({ context, connection: { lastCheck } }: ConnectionProps) {
  const { language, merchant } = context;
  const words = acquirerWords[language];
  if (lastCheck === undefined) return <>{words.notAsked}</>;
  const { kind, code, message, at } = lastCheck;
  const own = [code, message].filter((part) => part !== undefined && part !== "").join(" · ");
  return (
    <>
      <span class={`badge ${CHECK_TONES[kind]}`}>{words.checks[kind]}</span>{" "}
      <When at={at} language={language} timeZone={merchant.settings.timeZone} />
      {own !== "" && <small> {own}</small>}
    </>
  );
}
