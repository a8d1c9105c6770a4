import type { FastifyReply } from "fastify";

import type { Wire } from "../../delivery.ts";
import { answerDoor, type DoorExchange } from "./door-answer.ts";
import { type PostedForm, sendForm } from "./door-challenge.ts";
import type { Door } from "./door.ts";

export type PageExchange = Pick<DoorExchange, "operation" | "reference"> & {
  readonly work: () => Promise<PostedForm>;
  /** The form that answers a refusal of the caller's network address. */
  readonly refused: PostedForm;
};

/** Stands for a page until the scripted faults have left the answer whole. */
const PAGE = { contentType: "text/html; charset=utf-8", body: "page" } as const;

/** Answers with a page that posts a form by itself, or as the scripted fault demands. */
export async function answerPage(
  door: Door,
  wire: Wire,
  { operation, reference, work, refused }: PageExchange,
): Promise<string | Buffer | FastifyReply | undefined> {
  let form = refused;
  const body = await answerDoor(door.deps, wire, {
    operation,
    reference,
    work: async () => {
      form = await work();
      return PAGE;
    },
    instead: { ipRefused: () => PAGE },
  });
  return body === PAGE.body ? sendForm(door, wire.reply, form) : body;
}
