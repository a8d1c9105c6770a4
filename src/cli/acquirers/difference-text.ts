import { toIso } from "../../kernel/clock.ts";
import type {
  DifferenceCause,
  KeyState,
  ReturnDifference,
  SignedField,
} from "../../domain/connection/store-key.ts";

const CAUSE_SENTENCES: Readonly<Record<DifferenceCause, string>> = {
  key_spaces: "the signature fits our key without the spaces around it",
  key_case: "the signature fits our key in other letters (upper or lower case)",
  other_credential: "the signature fits the value of another field of the credentials",
  key_not_escaped: "the signature fits if | and \\ of the key are not escaped",
  values_not_escaped: "the signature fits if | and \\ of all values are not escaped",
  field_order: "the signature fits another order of the fields",
  field_list: "the signature fits the list of fields that the return names itself",
  encoding: "the signature fits the character set ISO-8859-9",
  old_version: "the signature is of an earlier version of the protocol",
  other_terminal: "the return is of another terminal than the connection's",
  no_signature: "the return has no signature",
  bank_says_so: "the bank refuses our signature",
  unexplained: "no known cause explains it; most often the store key is another one",
};

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
    ...causes.map((cause) => `  ${CAUSE_SENTENCES[cause]}`),
    `  ${algorithm}: ours ${own}, the bank's ${given === "" ? "absent" : given}`,
    ...fields.map((field) => `    ${field.name}: ${fieldText(field)}`),
  ].join("\n");
}

function fieldText({ shown, length, marks }: SignedField): string {
  const about = [`${length} characters`, ...marks.map((mark) => mark.replaceAll("_", " "))];
  if (shown === null) return `hidden (${about.join(", ")})`;
  return marks.length === 0 ? shown : `${shown} (${about.join(", ")})`;
}
