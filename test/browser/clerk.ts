import type { Locator, Page } from "playwright-core";

/** A page as a person uses it, who presses things and fills fields, and counts both. */
export type Clerk = {
  readonly page: Page;
  /** The things that the person pressed: links, buttons, choices, and the key Enter in a field. */
  readonly steps: () => number;
  /** The fields that the person filled. */
  readonly fields: () => number;
  press(thing: Locator): Promise<void>;
  fill(field: Locator, text: string): Promise<void>;
  /** Types a text and presses Enter. */
  submit(field: Locator, text: string): Promise<void>;
  choose(field: Locator, value: string): Promise<void>;
  attach(field: Locator, file: { readonly name: string; readonly text: string }): Promise<void>;
  /** Opens a section; on a phone its link is behind the button of the menu. */
  section(name: string | RegExp): Promise<void>;
};

export function clerkAt(page: Page): Clerk {
  let [steps, fields] = [0, 0];
  const press = async (thing: Locator): Promise<void> => {
    steps += 1;
    await thing.click();
  };
  const fill = async (field: Locator, text: string): Promise<void> => {
    fields += 1;
    await field.fill(text);
  };
  return {
    page,
    steps: () => steps,
    fields: () => fields,
    press,
    fill,
    async submit(field, text) {
      await fill(field, text);
      steps += 1;
      await field.press("Enter");
    },
    async choose(field, value) {
      fields += 1;
      await field.selectOption(value);
    },
    async attach(field, { name, text }) {
      steps += 1;
      await field.setInputFiles({ name, mimeType: "text/xml", buffer: Buffer.from(text) });
    },
    async section(name) {
      const menu = page.locator("header details.menu > summary");
      if (await menu.isVisible()) await press(menu);
      await press(
        page.getByRole("navigation").getByRole("link", { name }).filter({ visible: true }).first(),
      );
    },
  };
}
