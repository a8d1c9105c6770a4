import { separateAmounts } from "./amount.ts";
import { pickColours, previewBrand } from "./colours.ts";
import { copyButtons } from "./copy.ts";
import { dayFields } from "./days.ts";
import { showExports } from "./export.ts";
import { fileFields } from "./files.ts";
import { latchForms } from "./latch.ts";
import { closeMenus, walkRows } from "./menus.ts";
import { refuseCards } from "./no-card.ts";
import { palette } from "./palette.ts";

// Every page works without these enhancements.
latchForms();
refuseCards();
copyButtons();
pickColours();
previewBrand();
dayFields();
fileFields();
showExports();
separateAmounts();
closeMenus();
walkRows();
palette();
