import { useLanguage, useWords } from "../kit/context.ts";
import type { DeliveryAnswer, DeliveryState } from "../../domain/event/delivery.ts";
import type { Endpoint } from "../../domain/event/endpoint.ts";
import { failureText } from "../../page/parts/failure-text.ts";
import { webhookWords } from "./words.ts";

export function EndpointState({ endpoint }: { readonly endpoint: Endpoint }) {
  const words = useWords(webhookWords);
  const { disabled, failingSince } = endpoint;
  if (disabled !== undefined) {
    const tone = disabled.reason === "by_hand" ? "mute" : "bad";
    return <span class={`badge ${tone}`}>{words.disabled[disabled.reason]}</span>;
  }
  if (failingSince !== undefined) return <span class="badge bad">{words.failingSince}</span>;
  return <span class="badge good">{words.enabled}</span>;
}

const TONES: Readonly<Record<DeliveryState, string>> = {
  waiting: "warn",
  sending: "warn",
  delivered: "good",
  failed: "bad",
  paused: "mute",
};

export function DeliveryBadge({ state }: { readonly state: DeliveryState }) {
  const language = useLanguage();
  return <span class={`badge ${TONES[state]}`}>{webhookWords[language].states[state]}</span>;
}

/** The status of an answer, or why there was none, with the short name of the failure as title. */
export function AnswerText({ answer }: { readonly answer: DeliveryAnswer | undefined }) {
  const language = useLanguage();
  if (answer === undefined) return <>–</>;
  if (answer.kind === "answered") return <>{answer.status}</>;
  return <span title={answer.error}>{failureText(answer.error, language)}</span>;
}
