import type { ComponentChildren } from "preact";
import type { PanelRequest } from "./context.ts";

/** The form field, and its value, by which a user says that a question was answered with yes. */
export const CONFIRMED = { name: "confirmed", value: "yes" } as const;

/** True if the form brings the answer yes. */
export function isAnswered({ body }: Pick<PanelRequest, "body">): boolean {
  return body[CONFIRMED.name] === CONFIRMED.value;
}

/** A question before something that can't be undone: what is done, to what, and what follows. */
export type Question = {
  /** The action, which is also the text of the button. */
  readonly title: string;
  /** Names and values of what it is done to. */
  readonly facts: readonly (readonly [name: string, value: ComponentChildren])[];
  /** A row of a table as its page shows it. */
  readonly shown?: ComponentChildren;
  /** The consequences of the form, and if it can be undone. */
  readonly effects: readonly string[];
  /** False for an action that is no loss, such as the approval of a refund. */
  readonly isDanger?: boolean;
  /** The page with the form, if it is not found by the path of the form. */
  readonly back?: string;
};

/**
 * Returns the question about a form that was sent; undefined if the form does nothing that needs
 * one, or if its route will refuse it.
 */
export type QuestionFinder<Context> = (context: Context) => Promise<Question | undefined>;
