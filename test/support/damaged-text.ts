/** Numbers below `sides`, the same at every run of one seed. */
export type Dice = (sides: number) => number;

export function newDice(seed: number): Dice {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

type Damage = (text: string, roll: Dice) => string;

const INSERTS = ["<", ">", "&", "&#0;", "\u0000", "ş", "\ud800", '"', "{", "0", "1", "00", " "];
const BEFORE = ["<!DOCTYPE x [<!ENTITY a 'b'>]>", "<html><body>", "\ufeff", "{", "[", " "];

const DAMAGES: readonly Damage[] = [
  (text, roll) => text.slice(0, roll(text.length)),
  (text, roll) => text.slice(roll(text.length)),
  (text, roll) => insertAt(text, roll(text.length), INSERTS[roll(INSERTS.length)] ?? ""),
  (text, roll) => (BEFORE[roll(BEFORE.length)] ?? "") + text,
  (text) => Buffer.from(text, "utf8").toString("latin1"),
  (text) => text.toUpperCase(),
  (text) => text + text,
  (text, roll) => replaceValue(text, roll, () => ""),
  (text, roll) => replaceValue(text, roll, (value) => value.repeat(50)),
  (text, roll) => replaceValue(text, roll, (value) => `${value}1`),
  (text, roll) => replaceValue(text, roll, (value) => value.slice(1)),
  (text, roll) => replaceValue(text, roll, () => "null"),
  (text, roll) => changeElement(text, roll, () => ""),
  (text, roll) => changeElement(text, roll, (element) => element + element),
  (text, roll) => changeElement(text, roll, (element) => `<list>${element}</list>`),
];

/** Damages an answer of a bank, in XML or JSON, in one to three ways. */
export function damagedText(text: string, roll: Dice): string {
  let damaged = text;
  for (let times = roll(3) + 1; times > 0; times -= 1) {
    damaged = DAMAGES[roll(DAMAGES.length)]?.(damaged, roll) ?? damaged;
  }
  return damaged;
}

function insertAt(text: string, at: number, inserted: string): string {
  return text.slice(0, at) + inserted + text.slice(at);
}

/** Changes one value: the text between tags, or a string of JSON. */
function replaceValue(text: string, roll: Dice, change: (value: string) => string): string {
  const values = [...text.matchAll(/(?<=>)[^<>]+(?=<)|(?<=:")[^"]*(?=")/g)];
  const value = values[roll(Math.max(values.length, 1))];
  if (value === undefined) return text;
  const end = value.index + value[0].length;
  return text.slice(0, value.index) + change(value[0]) + text.slice(end);
}

/** Changes one element without children, or one field of JSON. */
function changeElement(text: string, roll: Dice, change: (element: string) => string): string {
  const elements = [...text.matchAll(/<(\w+)>[^<>]*<\/\1>|"\w+":(?:"[^"]*"|\w+),/g)];
  const element = elements[roll(Math.max(elements.length, 1))];
  if (element === undefined) return text;
  const end = element.index + element[0].length;
  return text.slice(0, element.index) + change(element[0]) + text.slice(end);
}
