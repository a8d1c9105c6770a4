type Choice = {
  readonly name: string;
  readonly value: string;
  readonly label: string;
  readonly isChecked: boolean;
};

type ChoicesProps = {
  readonly legend: string;
  readonly type: "radio" | "checkbox";
  readonly hint?: string | undefined;
  readonly choices: readonly Choice[];
};

/** More choices stand in columns, if all their labels are short. */
const FEW = 3;
const SHORT = 22;

/** A group of checkboxes or of radio buttons. */
export function Choices({ legend, type, hint, choices }: ChoicesProps) {
  const isShort = choices.every(({ label }) => label.length <= SHORT);
  return (
    <fieldset>
      <legend>{legend}</legend>
      {hint !== undefined && <p class="hint">{hint}</p>}
      <div class={choices.length > FEW && isShort ? "choices" : undefined}>
        {choices.map(({ name, value, label, isChecked }) => (
          <label class="choice">
            <input type={type} name={name} value={value} checked={isChecked} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
