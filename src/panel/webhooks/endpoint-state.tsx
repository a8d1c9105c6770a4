import type { Language } from "../../kernel/language.ts";
import type { DeliveryAnswer, DeliveryState } from "../../domain/event/delivery.ts";
import type { Endpoint } from "../../domain/event/endpoint.ts";
import { failureText } from "../parts/failure-text.ts";
import { webhookWords } from "./words.ts";

type EndpointStateProps = { readonly endpoint: Endpoint; readonly language: Language };

export function EndpointState({ endpoint, language }: EndpointStateProps) {
  const words = webhookWords[language];
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

type DeliveryStateProps = { readonly state: DeliveryState; readonly language: Language };

export function DeliveryBadge({ state, language }: DeliveryStateProps) {
  return <span class={`badge ${TONES[state]}`}>{webhookWords[language].states[state]}</span>;
}

type AnswerTextProps = { readonly answer: DeliveryAnswer | undefined; readonly language: Language };

/** The status of an answer, or why there was none, with the short name of the failure as title. */
export function AnswerText({ answer, language }: AnswerTextProps) {
  if (answer === undefined) return <>–</>;
  if (answer.kind === "answered") return <>{answer.status}</>;
  return <span title={answer.error}>{failureText(answer.error, language)}</span>;
}
