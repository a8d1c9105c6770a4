import { DAY_PATTERNS } from "../../domain/table/day-pattern.ts";
import { headerKey, type MappedFields } from "../../domain/table/column-mapping.ts";
import type { TableHeader } from "../../file/csv/read-headers.ts";
import { FieldGroup } from "../../page/parts/field-group.tsx";
import { Button, Field, Form, Select } from "../../page/parts/form.tsx";
import { useWords } from "../kit/context.ts";
import { columnField, fixedField, wordsField, type Typed } from "./read-mapping-form.ts";
import { mappingWords } from "./mapping-words.ts";

export type Hidden = Readonly<Record<string, string>>;

export type MappingFormProps = {
  readonly action: string;
  readonly fields: MappedFields;
  readonly headers: readonly TableHeader[];
  readonly typed: Typed;
  /** The place of the mapping and the sample. */
  readonly hidden: Hidden;
};

/** The choice of a column of the sample for each field. */
export function MappingForm(props: MappingFormProps) {
  const words = useWords(mappingWords);
  return (
    <Form action={props.action} class="card" hasFile>
      <HiddenFields hidden={props.hidden} />
      <div class="groups">
        <FieldGroup legend={words.columns}>
          {Object.keys(props.fields).map((field) => (
            <ColumnSelect {...props} field={field} />
          ))}
        </FieldGroup>
        <div>
          <Forms {...props} />
          <Meanings {...props} />
        </div>
      </div>
      <div class="buttons">
        <Button>{words.tryIt}</Button>
      </div>
    </Form>
  );
}

export function HiddenFields({ hidden }: { readonly hidden: Hidden }) {
  return (
    <>
      {Object.entries(hidden).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
    </>
  );
}

type OneField = MappingFormProps & { readonly field: string };

function ColumnSelect({ fields, headers, typed, field }: OneField) {
  const words = useWords(mappingWords);
  const given = typed[columnField(field)] ?? "";
  const found = headers.find(({ name }) => headerKey(name) === headerKey(given));
  const label = useFieldName()(field);
  return (
    <Select
      name={columnField(field)}
      label={fields[field]?.isRequired === true ? `${label} (${words.required})` : label}
      value={found?.name ?? ""}
      options={[["", words.none], ...headers.map(({ name }) => [name, name] as const)]}
    />
  );
}

/** The name of a field for people. */
export function useFieldName(): (field: string) => string {
  const names: Readonly<Record<string, string>> = useWords(mappingWords).fields;
  return (field) => names[field] ?? field;
}

function Forms({ fields, typed }: MappingFormProps) {
  const words = useWords(mappingWords);
  const nameOf = useFieldName();
  const kinds = Object.values(fields).map(({ kind }) => kind);
  const fixed = Object.entries(fields).filter(([, { mayBeFixed }]) => mayBeFixed === true);
  return (
    <FieldGroup legend={words.forms}>
      {kinds.includes("amount") && (
        <Select
          name="decimal"
          label={words.decimal}
          value={typed["decimal"] ?? ","}
          options={[
            [",", "1.250,00"],
            [".", "1,250.00"],
          ]}
        />
      )}
      {kinds.includes("day") && (
        <Select
          name="day"
          label={words.day}
          value={typed["day"] ?? DAY_PATTERNS[0]}
          options={DAY_PATTERNS.map((pattern) => [pattern, pattern] as const)}
        />
      )}
      {fixed.map(([field]) => (
        <Field
          name={fixedField(field)}
          label={words.fixed(nameOf(field))}
          value={typed[fixedField(field)]}
          maxLength={64}
        />
      ))}
    </FieldGroup>
  );
}

function Meanings({ fields, headers, typed }: MappingFormProps) {
  const words = useWords(mappingWords);
  const nameOf = useFieldName();
  const names: Readonly<Record<string, string>> = words.meaningNames;
  return (
    <>
      {Object.entries(fields).map(([field, { meanings = [] }]) => {
        if (meanings.length === 0) return null;
        const column = headers.find(({ name }) => name === typed[columnField(field)]);
        const told = column === undefined || column.words.length === 0 ? [] : column.words;
        return (
          <FieldGroup legend={`${words.meanings}: ${nameOf(field)}`}>
            <p class="hint">
              {words.meaningsHint} {told.length > 0 && words.inSample(told.join(", "))}
            </p>
            {meanings.map((meaning) => (
              <Field
                name={wordsField(field, meaning)}
                label={names[meaning] ?? meaning}
                value={typed[wordsField(field, meaning)]}
              />
            ))}
          </FieldGroup>
        );
      })}
    </>
  );
}
