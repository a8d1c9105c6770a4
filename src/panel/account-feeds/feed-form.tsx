import { feedHosts, type FeedForm } from "../../domain/account-feed/feed-form.ts";
import type { ConnectionFault } from "../../domain/connection/connection-fault.ts";
import { useMerchant, useWords } from "../kit/context.ts";
import { FieldGroup } from "../../page/parts/field-group.tsx";
import { useFaultText } from "../acquirers/fault-text.ts";
import { credentialField } from "../acquirers/read-form.ts";
import { ConfirmField } from "../parts/confirm-field.tsx";
import { Button, Field, Form, Select } from "../../page/parts/form.tsx";
import { titleIn, type Connections } from "../settlement/connections.tsx";
import { feedWords } from "./words.ts";

export type FeedFormProps = {
  readonly action: string;
  readonly form: FeedForm;
  /** The values of the fields; those of secrets are never shown. */
  readonly values: Readonly<Record<string, string>>;
  readonly faults: readonly ConnectionFault[];
  /** True for a new feed, whose address is chosen here. */
  readonly isNew: boolean;
  /** The connections whose extracts a new feed may bring. */
  readonly connections: Connections;
};

/** The form of a feed, made from the credentials of its protocol. */
export function FeedFields(props: FeedFormProps) {
  const { action, form, values, faults, isNew } = props;
  const errorOf = useFaultText(faults);
  const words = useWords(feedWords);
  return (
    <Form action={action} class="card">
      {faults.length > 0 && <p class="error">{words.fix}</p>}
      {isNew && <input type="hidden" name="protocol" value={form.name} />}
      <div class="groups">
        <FieldGroup legend={form.title}>
          <Field
            name="title"
            label={words.name}
            hint={words.nameHint}
            value={values["title"]}
            error={errorOf("title")}
            maxLength={100}
            isRequired
          />
          <Field
            name="every_seconds"
            label={words.every}
            hint={words.everyHint}
            value={values["every_seconds"]}
            error={errorOf("every_seconds")}
          />
          {isNew && <HostField {...props} />}
          {isNew && form.bringsFiles === true && <ExtractsField {...props} />}
        </FieldGroup>
        <CredentialFields {...props} />
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

/** There is no choice where one address is allowed. */
function HostField({ form, values }: FeedFormProps) {
  const { kit, scope } = useMerchant();
  const words = useWords(feedWords);
  const hosts = feedHosts(scope, form, kit);
  if (hosts.length === 1) return null;
  return (
    <Select
      name="hosts"
      label={words.hosts}
      value={values["hosts"] ?? hosts[0]}
      options={hosts.map((name) => [name, words.hostNames[name]] as const)}
    />
  );
}

/** Account statements, or the settlement extracts of a connection. */
function ExtractsField({ values, faults, connections }: FeedFormProps) {
  const context = useMerchant();
  const words = useWords(feedWords);
  return (
    <Select
      name="extracts_of"
      label={words.brings}
      hint={words.bringsHint}
      value={values["extracts_of"] ?? ""}
      error={useFaultText(faults)("extracts_of")}
      options={[
        ["", words.statements],
        ...connections.map(
          ({ acquirer }) =>
            [acquirer, words.extracts(titleIn(context, connections, acquirer))] as const,
        ),
      ]}
    />
  );
}

function CredentialFields({ form, values, faults, isNew }: FeedFormProps) {
  const errorOf = useFaultText(faults);
  const { language } = useMerchant();
  const words = useWords(feedWords);
  const wrong = errorOf("credentials");
  return (
    <FieldGroup legend={words.credentials}>
      <p class="hint">{words.credentialsHint}</p>
      {!isNew && <p class="hint">{words.keepCredentials}</p>}
      {wrong !== undefined && <p class="error">{wrong}</p>}
      {form.credentials.map((field) => (
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
