import { separateAmounts } from "./amount.ts";
import { pickColours } from "./colours.ts";
import { copyButtons } from "./copy.ts";
import { showExports } from "./export.ts";
import { latchForms } from "./latch.ts";
import { closeMenus, walkRows } from "./menus.ts";
import { refuseCards } from "./no-card.ts";
import { palette } from "./palette.ts";

// Every page works without these enhancements.
latchForms();
refuseCards();
copyButtons();
pickColours();
showExports();
separateAmounts();
closeMenus();
walkRows();
palette();
