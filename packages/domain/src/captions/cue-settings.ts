import { splitOverrides } from "./override-blocks.ts";

/** Without a prototype: a file may name `constructor`. */
const SETTINGS: Record<string, RegExp> = {
  __proto__: null as never,
  vertical: /^(?:rl|lr)$/,
  line: /^(?:-?\d{1,3}|\d{1,3}(?:\.\d{1,3})?%)(?:,(?:start|center|end))?$/,
  position: /^\d{1,3}(?:\.\d{1,3})?%(?:,(?:line-left|center|line-right))?$/,
  size: /^\d{1,3}(?:\.\d{1,3})?%$/,
  align: /^(?:start|center|end|left|right)$/,
};
const MIDDLE_LINE = "line:50%";
/** Places of `{\an1}` to `{\an9}`, as the keys of a number pad; 2 is the usual one. */
const PLACES: Record<string, string> = {
  __proto__: null as never,
  1: "align:start",
  3: "align:end",
  4: `${MIDDLE_LINE} align:start`,
  5: MIDDLE_LINE,
  6: `${MIDDLE_LINE} align:end`,
  7: "line:0 align:start",
  8: "line:0",
  9: "line:0 align:end",
};

/** The supported settings of WebVTT, without regions; the last of each name counts. */
export function tidySettings(text: string): string {
  const kept = new Map<string, string>();
  for (const pair of text.split(/\s+/, 20)) {
    const [name = "", value = ""] = pair.split(":", 2);
    if (SETTINGS[name]?.test(value)) kept.set(name, value);
  }
  return [...kept].map(([name, value]) => `${name}:${value}`).join(" ");
}

/** SSA's older way to name places, `\a1` to `\a11`, as those of ASS. */
const PLACE_OF_SSA: Record<string, string> = {
  __proto__: null as never,
  1: "1",
  2: "2",
  3: "3",
  5: "7",
  6: "8",
  7: "9",
  9: "4",
  10: "5",
  11: "6",
};

/** The position of `{\an1}` to `{\an9}`; "" for the usual one. */
export const settingsOfPlace = (place: string | undefined): string => PLACES[place ?? ""] ?? "";

/** The position of an SSA alignment number. */
export const placeOfSsa = (number: string | undefined): string | undefined => PLACE_OF_SSA[number ?? ""];

/** The place that a block of overrides names; undefined where it names none. */
export function placeOfBlock(block: string): string | undefined {
  const place = /\\an([1-9])/.exec(block)?.[1];
  return place ?? placeOfSsa(/\\a(\d{1,2})/.exec(block)?.[1]);
}

/** Takes SRT's `{\an8}` and other overrides out of a text, and what they draw. @returns the text, and where it is shown. */
export function readOverrides(text: string): { text: string; settings: string } {
  const runs = splitOverrides(text);
  const place = runs.map(({ block }) => placeOfBlock(block)).find(Boolean);
  return {
    text: runs.map((run) => (run.isDrawing ? "" : run.text)).join(""),
    settings: settingsOfPlace(place),
  };
}

/** The override that stands for the settings in SRT; "" for the usual place. */
export function writeOverride(settings: string): string {
  const known = Object.entries(PLACES).find(([, place]) => place === settings)?.[0];
  if (known) return `{\\an${known}}`;
  const line = /(?:^| )line:(\d+)(\.\d+)?(%?)/.exec(settings);
  const isHigh = line && Number(line[1]) < (line[3] ? 40 : 5);
  return isHigh ? "{\\an8}" : "";
}
