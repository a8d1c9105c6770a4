type Choice = {
  readonly name: string;
  readonly value: string;
  readonly label: string;
  readonly isChecked: boolean;
};

type ChoicesProps = {
  readonly legend: string;
  readonly type: "radio" | "checkbox";
  readonly hint?: string;
  readonly choices: readonly Choice[];
};

/** A group of checkboxes or of radio buttons. */
export function Choices({ legend, type, hint, choices }: ChoicesProps) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {hint !== undefined && <p class="hint">{hint}</p>}
      {choices.map(({ name, value, label, isChecked }) => (
        <label class="choice">
          <input type={type} name={name} value={value} checked={isChecked} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
