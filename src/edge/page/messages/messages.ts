import type { Language } from "../../../checkout/session.ts";
import { en } from "./en.ts";
import { tr, type Messages } from "./tr.ts";

export const MESSAGES: Readonly<Record<Language, Messages>> = { tr, en };
