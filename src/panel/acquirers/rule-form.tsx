import { CARD_BRANDS } from "../../domain/card/card-number.ts";
import type { ConnectionFault } from "../../domain/connection/connection-fault.ts";
import type { AcquirerConnection } from "../../domain/connection/connection.ts";
import { RULE_ACTIONS, RULE_TERMS } from "../../domain/connection/rule.ts";
import { CURRENCY_CODES } from "../../kernel/currency.ts";
import { brandName } from "../../page/parts/brand-mark.tsx";
import { useMerchant, useWords } from "../kit/context.ts";
import { Choices } from "../../page/parts/choices.tsx";
import { ConfirmField } from "../parts/confirm-field.tsx";
import { FieldGroup } from "../../page/parts/field-group.tsx";
import { Button, Field, Form, Select } from "../../page/parts/form.tsx";
import { useFaultText } from "./fault-text.ts";
import { boxOf, PROGRAM_NAMES } from "./read-form.ts";
import { routingWords } from "./routing-words.ts";

type RuleFormProps = {
  readonly connections: readonly AcquirerConnection[];
  readonly faults: readonly ConnectionFault[];
};

/** The form of a new rule; its conditions are optional. */
export function RuleForm(props: RuleFormProps) {
  const { request, to } = useMerchant();
  const { connections, faults } = props;
  const { body } = request;
  const errorOf = useFaultText(faults);
  const words = useWords(routingWords);
  const targets = connections.map(({ connectionId, title }) => [connectionId, title] as const);
  return (
    <Form action={to("acquirers/routing/add")}>
      <div class="rows">
        <FieldGroup legend={words.rule}>
          <div class="sift roomy">
            <Field
              name="name"
              label={words.name}
              value={body["name"]}
              error={errorOf("name")}
              maxLength={80}
              isRequired
            />
            <Select
              name="action"
              label={words.action}
              value={body["action"] ?? "prefer"}
              options={RULE_ACTIONS.map((action) => [action, words.actions[action]] as const)}
            />
          </div>
          <Boxes
            {...props}
            field="connections"
            legend={words.connections}
            values={[["own_bank", words.ownBank], ...targets]}
          />
        </FieldGroup>
        <PaymentConditions {...props} />
        <CardConditions {...props} />
        <div class="last">
          <div class="narrow">
            <ConfirmField />
          </div>
          <Button>{words.addRule}</Button>
        </div>
      </div>
    </Form>
  );
}

type ConditionProps = RuleFormProps & {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
};

/** A condition that is written as text, with what was typed before and its fault. */
function Condition({ name, label, hint, ...form }: ConditionProps) {
  const { body } = useMerchant().request;
  const error = useFaultText(form.faults)(name);
  return <Field name={name} label={label} hint={hint} value={body[name]} error={error} />;
}

function CardConditions(props: RuleFormProps) {
  const words = useWords(routingWords);
  return (
    <FieldGroup legend={words.card}>
      <Boxes {...props} field="programs" legend={words.programs} values={pairs(PROGRAM_NAMES)} />
      <Boxes {...props} field="brands" legend={words.brands} values={brands(words.otherBrand)} />
      <Condition {...props} name="bin_prefixes" label={words.bins} hint={words.binsHint} />
    </FieldGroup>
  );
}

function PaymentConditions(props: RuleFormProps) {
  const { request } = useMerchant();
  const { body } = request;
  const words = useWords(routingWords);
  const amounts = [
    ["amount_from", words.amountFrom],
    ["amount_to", words.amountTo],
  ] as const;
  return (
    <FieldGroup legend={words.payment}>
      <div class="sift roomy">
        <Select
          name="terms"
          label={words.terms}
          value={body["terms"] ?? "any"}
          options={RULE_TERMS.map((terms) => [terms, words.termNames[terms]] as const)}
        />
        {amounts.map(([name, label]) => (
          <Condition {...props} name={name} label={label} />
        ))}
      </div>
      <Boxes
        {...props}
        field="currencies"
        legend={words.currencies}
        values={pairs(CURRENCY_CODES)}
      />
      <Condition {...props} name="hours" label={words.hours} hint={words.hoursHint} />
    </FieldGroup>
  );
}

type BoxesProps = RuleFormProps & {
  readonly field: string;
  readonly legend: string;
  readonly values: readonly (readonly [value: string, label: string])[];
};

function Boxes({ field, legend, values, ...props }: BoxesProps) {
  const { body } = useMerchant().request;
  const error = useFaultText(props.faults)(field);
  return (
    <>
      <Choices
        legend={legend}
        type="checkbox"
        choices={values.map(([value, label]) => {
          const name = boxOf(field, value);
          return { name, value: "yes", label, isChecked: body[name] === "yes" };
        })}
      />
      {error !== undefined && <p class="error">{error}</p>}
    </>
  );
}

function brands(other: string): readonly (readonly [string, string])[] {
  return CARD_BRANDS.map((brand) => [brand, brandName(brand) ?? other]);
}

function pairs(values: readonly string[]): readonly (readonly [string, string])[] {
  return values.map((value) => [value, value]);
}
