import { differenceWords } from "../../panel/acquirers/difference-words.ts";
import { toIso } from "../../kernel/clock.ts";
import type { KeyState, ReturnDifference, SignedField } from "../../domain/connection/store-key.ts";

const GUIDE = "See /docs/3d-secure-help of this service.";

/** The records of a connection as a document. */
export function differencesDocument(state: KeyState, differences: readonly ReturnDifference[]) {
  return {
    store_key: state,
    returns: differences.map(({ attemptId, at, algorithm, fields, own, given, causes }) => ({
      attempt_id: attemptId,
      at: toIso(at),
      algorithm,
      own,
      given,
      causes,
      fields,
    })),
  };
}

export function differencesText(state: KeyState, differences: readonly ReturnDifference[]): string {
  const first = `store key: ${state.replaceAll("_", " ")}`;
  if (differences.length === 0) return `${first}\nno return with another signature is known`;
  return [first, ...differences.map(differenceText), GUIDE].join("\n\n");
}

function differenceText(difference: ReturnDifference): string {
  const { at, attemptId, algorithm, own, given, fields, causes } = difference;
  return [
    `${toIso(at)}  ${attemptId}`,
    ...causes.map((cause) => `  ${differenceWords.en.causes[cause]}`),
    `  ${algorithm}: ours ${own}, the bank's ${given === "" ? "absent" : given}`,
    ...fields.map((field) => `    ${field.name}: ${fieldText(field)}`),
  ].join("\n");
}

function fieldText({ shown, length, marks }: SignedField): string {
  const about = [`${length} characters`, ...marks.map((mark) => mark.replaceAll("_", " "))];
  if (shown === null) return `hidden (${about.join(", ")})`;
  return marks.length === 0 ? shown : `${shown} (${about.join(", ")})`;
}
