import type { Wire } from "../../delivery.ts";
import { answerDoor, type DoorExchange, send } from "./door-answer.ts";
import { formPage, type PostedForm } from "./door-challenge.ts";
import type { Door } from "./door.ts";

export type PageExchange = Pick<DoorExchange, "operation" | "reference"> & {
  readonly work: () => Promise<PostedForm>;
  /** The form that answers a refusal of the caller's network address. */
  readonly refused: PostedForm;
};

/** Answers with a page that posts a form by itself, or as the scripted fault demands. */
export function answerPage(
  door: Door,
  wire: Wire,
  { operation, reference, work, refused }: PageExchange,
): Promise<string | Buffer | undefined> {
  return answerDoor(door.deps, wire, {
    operation,
    reference,
    work: async () => formPage(door, await work()),
    instead: { ipRefused: () => formPage(door, refused) },
  });
}

export type ReturnPage = {
  readonly reference: string;
  readonly form: PostedForm;
  /** A field and the value that the fault `changedAmount` gives it, under the signature. */
  readonly changed: Readonly<Record<string, string>>;
};

/** Sends the page that posts the signed result to the merchant, with the fault of this return. */
export function sendReturn(door: Door, wire: Wire, page: ReturnPage): string | Buffer {
  const { reference, form, changed } = page;
  const behaviour = door.deps.faults?.take("return", reference)?.behaviour;
  const fields = behaviour === "changedAmount" ? { ...form.fields, ...changed } : form.fields;
  const isDouble = behaviour === "doubleReturn";
  return send(wire, formPage(door, { ...form, fields, isDouble }));
}
