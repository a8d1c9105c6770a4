import { joinedOr } from "../../kernel/text.ts";
import { defineCommand } from "../kit/command.ts";
import { PROTOCOLS } from "../../acquirer/connection/protocols.ts";
import { json } from "../kit/arguments.ts";
import { endWell } from "../kit/command-end.ts";
import { print } from "../kit/output.ts";

export const protocols = defineCommand({
  meta: { name: "protocols", description: "List protocols, their banks and credentials" },
  args: { json },
  run: ({ args }) =>
    endWell(async () => {
      const document = PROTOCOLS.map(
        ({ name, title, banks, credentials, models, marksMailOrder = false }) => ({
          name,
          title,
          banks: banks.map((bank) => ({
            name: bank.name,
            title: bank.title,
            bank_code: bank.eftCode,
            evidence: bank.evidence,
          })),
          credentials: credentials.map((field) => ({
            name: field.name,
            title: field.title.en,
            required: field.isRequired,
            secret: field.isSecret,
          })),
          models,
          mail_order: marksMailOrder,
        }),
      );
      const text = document.map(({ name, title, banks, credentials, models, mail_order }) =>
        [
          `${name}  ${title}`,
          `  banks        ${banks.map((bank) => bank.name).join(", ")}`,
          `  models       ${joinedOr("none", models)}`,
          ...(mail_order ? ["  optional     --mail-order"] : []),
          ...credentials.map(
            (field) =>
              `  ${field.required ? "credential" : "optional  "}   ${field.name}: ${field.title}`,
          ),
        ].join("\n"),
      );
      print({ json: { protocols: document }, text: text.join("\n\n") }, args.json);
      return Promise.resolve();
    }),
});
