import type { Endpoint } from "../../domain/event/endpoint.ts";
import { EVENT_TYPES } from "../../domain/event/event.ts";
import { dayOf } from "../../kernel/day.ts";
import { useMerchant, type MerchantContext, useWords } from "../kit/context.ts";
import { DayField } from "../../page/parts/day-field.tsx";
import { Button, Form, Select } from "../../page/parts/form.tsx";
import { webhookWords } from "./words.ts";

type Props = { readonly endpoint: Endpoint };

/** The hours that a replaced secret goes on signing. */
export const OVERLAP_HOURS = ["0", "1", "24", "168"] as const;

/** The actions on an endpoint, each with its form, which opens on demand. */
export function EndpointForms(props: Props) {
  return (
    <div class="cards actions">
      <TestForm {...props} />
      <ResendForm {...props} />
      <RollForm {...props} />
      <SwitchForm {...props} />
      <RemoveForm {...props} />
    </div>
  );
}

function pathOf({ to }: MerchantContext, { endpointId }: Endpoint, action: string): string {
  return to(`webhooks/${endpointId}/${action}`);
}

function TestForm({ endpoint }: Props) {
  const context = useMerchant();
  const words = useWords(webhookWords);
  const types = endpoint.eventTypes ?? EVENT_TYPES;
  return (
    <details class="card more">
      <summary>{words.test}</summary>
      <p class="hint">{words.testHint}</p>
      <Form action={pathOf(context, endpoint, "test")}>
        <Select
          name="type"
          label={words.type}
          value={types.find((type) => type === "payment.completed") ?? types[0] ?? ""}
          options={types.map((type) => [type, type] as const)}
        />
        <Button kind="plain">{words.send}</Button>
      </Form>
    </details>
  );
}

function ResendForm({ endpoint }: Props) {
  const context = useMerchant();
  const { kit, merchant } = context;
  const words = useWords(webhookWords);
  const today = dayOf(kit.clocks.now(context.scope), merchant.settings.timeZone);
  return (
    <details class="card more">
      <summary>{words.resendRange}</summary>
      <p class="hint">{words.resendRangeHint}</p>
      <Form action={pathOf(context, endpoint, "resend")}>
        <DayField name="since" label={words.since} value={today} isRequired />
        <label class="choice">
          <input type="checkbox" name="undelivered" value="yes" checked />
          {words.undelivered}
        </label>
        <Button kind="plain">{words.resend}</Button>
      </Form>
    </details>
  );
}

function RollForm({ endpoint }: Props) {
  const context = useMerchant();
  const words = useWords(webhookWords);
  return (
    <details class="card more">
      <summary>{words.roll}</summary>
      <p class="hint">{words.rollHint}</p>
      <Form action={pathOf(context, endpoint, "roll")}>
        <Select
          name="overlap"
          label={words.overlap}
          value="24"
          options={OVERLAP_HOURS.map((hours) => [hours, words.overlaps[hours]] as const)}
        />
        <Button kind="plain">{words.rollButton}</Button>
      </Form>
    </details>
  );
}

function SwitchForm({ endpoint }: Props) {
  const context = useMerchant();
  const words = useWords(webhookWords);
  const isOff = endpoint.disabled !== undefined;
  return (
    <details class="card more">
      <summary>{isOff ? words.enableTitle : words.disableTitle}</summary>
      <p class="hint">{isOff ? words.offHint : words.onHint}</p>
      <Form action={pathOf(context, endpoint, isOff ? "enable" : "disable")}>
        <Button kind="plain">{isOff ? words.enable : words.disable}</Button>
      </Form>
    </details>
  );
}

function RemoveForm({ endpoint }: Props) {
  const context = useMerchant();
  const words = useWords(webhookWords);
  return (
    <details class="card more">
      <summary>{words.remove}</summary>
      <p class="hint">{words.removeHint}</p>
      <Form action={pathOf(context, endpoint, "remove")}>
        <Button kind="danger">{words.remove}</Button>
      </Form>
    </details>
  );
}
