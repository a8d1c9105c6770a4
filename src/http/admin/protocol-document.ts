import type { ProtocolForm } from "../../domain/connection/protocol-form.ts";

/** A bank protocol with its banks and the credentials that a connection by it needs. */
export function protocolDocument(protocol: ProtocolForm) {
  const { name, title, banks, models, marksMailOrder = false, credentials } = protocol;
  return {
    protocol: name,
    title,
    banks: banks.map((bank) => ({
      bank: bank.name,
      title: bank.title,
      bank_code: bank.eftCode,
      has_live: Object.keys(bank.live).length > 0,
      has_test: Object.keys(bank.test).length > 0,
    })),
    models,
    marks_mail_order: marksMailOrder,
    credentials: credentials.map((credential) => ({
      name: credential.name,
      title: credential.title.en,
      is_secret: credential.isSecret,
      is_required: credential.isRequired,
    })),
  };
}
