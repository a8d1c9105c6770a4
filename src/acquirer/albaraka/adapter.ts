import { protocolOf } from "../kit/open-adapter.ts";
import * as banks from "./banks.ts";
import * as capabilities from "./capabilities.ts";
import * as channel from "./channel.ts";
import * as charge from "./charge.ts";
import * as codes from "./codes.ts";
import * as credentials from "./credentials.ts";
import * as inquiry from "./inquiry.ts";
import * as modification from "./modification.ts";

/**
 * Without 3-D Secure, because the bank signs neither the order nor the amount of a return: the
 * proof of one payment could be used for another one.
 */
export const albaraka = protocolOf(
  { name: "albaraka", title: "Posnet (JSON)" },
  {
    banks,
    capabilities,
    channel,
    charge,
    codes,
    credentials,
    inquiry,
    modification,
  },
);
