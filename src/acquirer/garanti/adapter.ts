import { protocolOf } from "../kit/open-adapter.ts";
import * as banks from "./banks.ts";
import * as capabilities from "./capabilities.ts";
import * as cards from "./cards.ts";
import * as channel from "./channel.ts";
import * as charge from "./charge.ts";
import * as codes from "./codes.ts";
import * as credentials from "./credentials.ts";
import * as inquiry from "./inquiry.ts";
import * as modification from "./modification.ts";
import * as movement from "./movement.ts";
import * as returned from "./return.ts";

export const garanti = protocolOf(
  { name: "garanti", title: "Garanti BBVA (GVP)", marksMailOrder: true },
  {
    banks,
    capabilities,
    cards,
    channel,
    charge,
    codes,
    credentials,
    inquiry,
    modification,
    movement,
    return: returned,
  },
);
