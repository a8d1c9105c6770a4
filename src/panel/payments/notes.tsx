import { newEntryId } from "../../kernel/ids.ts";
import { isStorable } from "../../kernel/text.ts";
import { may } from "../../domain/merchant/permission.ts";
import type { PaymentHistory } from "../../domain/report/history.ts";
import { NOTE_MAX, type PaymentNote } from "../../domain/report/payment-note.ts";
import { done, NOT_FOUND, redirect, refusal, type PanelAnswer } from "../kit/answer.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import { Button, Form } from "../../page/parts/form.tsx";
import { TextArea } from "../../page/parts/text-area.tsx";
import { When } from "../../page/parts/when.tsx";
import { findHistory } from "./find-history.ts";
import { noteWords } from "./note-words.ts";

type Props = { readonly history: PaymentHistory; readonly notes: readonly PaymentNote[] };

/** The notes about a payment, and the form for a further one. */
export function Notes({ history, notes }: Props) {
  const { signedIn, to } = useMerchant();
  const words = useWords(noteWords);
  const mayWrite = may(signedIn.user, "payments.note");
  if (notes.length === 0 && !mayWrite) return null;
  return (
    <section class={notes.length === 0 ? "card not-on-paper" : "card"}>
      <h2>{words.title}</h2>
      {notes.length > 0 && (
        <ul class="lines">
          {notes.map(({ author, text, writtenAt }) => (
            <li>
              <span class="note">
                <bdi>{text}</bdi>
              </span>
              <span class="hint">
                {author} · <When at={writtenAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {mayWrite && (
        <Form action={to(`payments/${history.payment.orderId}/notes`)}>
          <TextArea
            name="note"
            label={words.label}
            hint={words.hint}
            value=""
            most={NOTE_MAX}
            rows={2}
          />
          <Button kind="plain">{words.add}</Button>
        </Form>
      )}
    </section>
  );
}

/** Writes a note about the payment in the address. */
export async function addNote(context: MerchantContext): Promise<PanelAnswer> {
  const history = await findHistory(context);
  if (history === undefined) return NOT_FOUND;
  const { kit, request, scope, signedIn, language } = context;
  const { orderId } = history.payment;
  const words = noteWords[language];
  const page = context.to(`payments/${orderId}`);
  const text = kit.mask((request.body["note"] ?? "").replaceAll("\r\n", "\n").trim());
  if (text === "" || text.length > NOTE_MAX || !isStorable(text)) {
    return redirect(page, refusal(words.invalid(NOTE_MAX)));
  }
  const writtenAt = kit.clock.now();
  const noteId = newEntryId({ now: writtenAt, random: kit.random });
  const author = signedIn.user.email;
  await kit.paymentNotes.add(
    { merchantId: scope.merchantId, orderId },
    { noteId, author, text, writtenAt },
  );
  // The audit log can't be erased, and a note may hold personal data, so the entry has its id only.
  await context.log.done({ after: { note: noteId, characters: text.length } });
  return redirect(page, done(words.added));
}
