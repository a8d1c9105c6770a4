import type { ComponentChildren } from "preact";

type GroupProps = { readonly legend: string; readonly children: ComponentChildren };

/** Some fields of a long form with their heading; in `class="groups"` groups stand side by side. */
export function FieldGroup({ legend, children }: GroupProps) {
  return (
    <fieldset class="field-group">
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}
