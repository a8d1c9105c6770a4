import type { ConnectionFault } from "../../domain/connection/connection-fault.ts";
import { hostsOf, MD_STATUSES } from "../../domain/connection/connection.ts";
import type { ProtocolForm } from "../../domain/connection/protocol-form.ts";
import { CURRENCY_CODES } from "../../kernel/currency.ts";
import { useMerchant, useWords } from "../kit/context.ts";
import { Choices } from "../../page/parts/choices.tsx";
import { ConfirmField } from "../parts/confirm-field.tsx";
import { DayField } from "../../page/parts/day-field.tsx";
import { FieldGroup } from "../../page/parts/field-group.tsx";
import { Button, Field, Form, Select } from "../../page/parts/form.tsx";
import { useFaultText } from "./fault-text.ts";
import { boxOf, credentialField, PROGRAM_NAMES } from "./read-form.ts";
import { acquirerWords } from "./words.ts";

export type ConnectionFormProps = {
  readonly action: string;
  readonly protocol: ProtocolForm;
  /** The values of the fields; those of secrets are never shown. */
  readonly values: Readonly<Record<string, string>>;
  readonly faults: readonly ConnectionFault[];
  /** True for a new connection, whose bank and address are chosen here. */
  readonly isNew: boolean;
};

/** The form of a connection, made from the credentials and models of its protocol. */
export function ConnectionForm(props: ConnectionFormProps) {
  const errorOf = useFaultText(props.faults);
  const { action, protocol, values, faults } = props;
  const words = useWords(acquirerWords);
  return (
    <Form action={action} class="card">
      {faults.length > 0 && <p class="error">{words.fix}</p>}
      {props.isNew && <input type="hidden" name="protocol" value={protocol.name} />}
      <div class="groups">
        <FieldGroup legend={words.connection}>
          {props.isNew && <BankFields {...props} />}
          <Field
            name="title"
            label={words.name}
            hint={words.nameHint}
            value={values["title"]}
            error={errorOf("title")}
            maxLength={60}
            isRequired
          />
        </FieldGroup>
        <CredentialFields {...props} />
        <ThreeDSecureFields {...props} />
        <MailOrderField {...props} />
        <TermFields {...props} />
        <LimitFields {...props} />
      </div>
      <div class="narrow">
        <ConfirmField />
      </div>
      <div class="buttons">
        <Button>{words.save}</Button>
        {faults.some(isOfBank) && (
          <Button kind="plain" name="untested" value="yes">
            {words.saveAnyway}
          </Button>
        )}
      </div>
    </Form>
  );
}

function isOfBank({ problem }: ConnectionFault): boolean {
  return problem === "bank_refused" || problem === "bank_silent";
}

function BankFields({ protocol, values }: ConnectionFormProps) {
  const { kit, scope } = useMerchant();
  const words = useWords(acquirerWords);
  const banks = protocol.banks.map(({ name, title }) => [name, title] as const);
  const hosts = hostsOf(scope.mode, kit);
  return (
    <>
      <Select
        name="bank"
        label={words.bank}
        value={values["bank"] ?? banks[0]?.[0] ?? ""}
        options={banks}
      />
      {hosts.length > 1 && (
        <Select
          name="hosts"
          label={words.hosts}
          value={values["hosts"] ?? hosts[0]}
          options={hosts.map((name) => [name, words.hostNames[name]] as const)}
        />
      )}
    </>
  );
}

function CredentialFields(props: ConnectionFormProps) {
  const errorOf = useFaultText(props.faults);
  const { language } = useMerchant();
  const { protocol, values, isNew } = props;
  const words = useWords(acquirerWords);
  return (
    <FieldGroup legend={words.credentials}>
      <p class="hint">{words.credentialsHint}</p>
      {!isNew && <p class="hint">{words.keepCredentials}</p>}
      <ErrorLine text={errorOf("credentials")} />
      {protocol.credentials.map((field) => (
        <Field
          name={credentialField(field)}
          type={field.isSecret ? "password" : "text"}
          label={field.title[language]}
          hint={field.help[language]}
          value={field.isSecret ? undefined : values[credentialField(field)]}
          error={errorOf(`credentials.${field.name}`)}
          autocomplete={field.isSecret ? "new-password" : "off"}
          maxLength={4_096}
          isRequired={isNew && field.isRequired}
        />
      ))}
    </FieldGroup>
  );
}

function ThreeDSecureFields({ protocol, values }: ConnectionFormProps) {
  const words = useWords(acquirerWords);
  const [recommended] = protocol.models;
  if (recommended === undefined) return null;
  return (
    <FieldGroup legend={words.threeDSecure}>
      <Select
        name="model"
        label={words.model}
        value={values["model"] ?? recommended}
        options={protocol.models.map((model) => [model, model] as const)}
      />
      <Choices
        legend={words.md}
        type="checkbox"
        hint={words.mdHint}
        choices={MD_STATUSES.filter((value) => value !== "1").map((value) => ({
          ...box(values, "accepted_md_status", value),
          label: words.mdBox(value),
        }))}
      />
    </FieldGroup>
  );
}

function MailOrderField(props: ConnectionFormProps) {
  const { protocol, values } = props;
  const words = useWords(acquirerWords);
  if (protocol.marksMailOrder !== true) return null;
  const isChecked = values["mail_order"] === "yes";
  return (
    <Choices
      legend={words.withoutThreeDSecure}
      type="checkbox"
      hint={words.mailOrderHint}
      choices={[{ name: "mail_order", value: "yes", label: words.mailOrder, isChecked }]}
    />
  );
}

function TermFields(props: ConnectionFormProps) {
  const errorOf = useFaultText(props.faults);
  const { values, isNew } = props;
  const words = useWords(acquirerWords);
  const lira = { [boxOf("currencies", "TRY")]: "yes" };
  const chosen = isNew && props.faults.length === 0 ? { ...lira, ...values } : values;
  return (
    <FieldGroup legend={words.contract}>
      <Field
        name="installment_counts"
        label={words.counts}
        hint={words.countsHint}
        value={values["installment_counts"]}
        error={errorOf("installment_counts")}
      />
      <Choices
        legend={words.programs}
        type="checkbox"
        choices={PROGRAM_NAMES.map((name) => box(values, "programs", name))}
      />
      <ErrorLine text={errorOf("programs")} />
      <Choices
        legend={words.currencies}
        type="checkbox"
        choices={CURRENCY_CODES.map((code) => box(chosen, "currencies", code))}
      />
      <ErrorLine text={errorOf("currencies")} />
    </FieldGroup>
  );
}

function LimitFields(props: ConnectionFormProps) {
  const errorOf = useFaultText(props.faults);
  const { values } = props;
  const words = useWords(acquirerWords);
  const fields = [
    ["amount_min", words.amountMin, words.amountHint],
    ["amount_max", words.amountMax, words.amountHint],
    ["weight", words.weight, words.weightHint],
    ["hold_days", words.holdDays, words.holdDaysHint],
  ] as const;
  const days = [
    ["active_from", words.activeFrom],
    ["active_until", words.activeUntil],
  ] as const;
  return (
    <FieldGroup legend={words.limits}>
      {fields.map(([name, label, hint]) => (
        <Field
          name={name}
          label={label}
          hint={hint}
          inputMode="decimal"
          value={values[name]}
          error={errorOf(name)}
        />
      ))}
      {days.map(([name, label]) => (
        <DayField
          name={name}
          label={label}
          hint={words.dateHint}
          value={values[name]}
          error={errorOf(name)}
        />
      ))}
    </FieldGroup>
  );
}

function ErrorLine({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : <p class="error">{text}</p>;
}

function box(values: Readonly<Record<string, string>>, field: string, value: string) {
  const name = boxOf(field, value);
  return { name, value: "yes", label: value, isChecked: values[name] === "yes" };
}
