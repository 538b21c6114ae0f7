import { splitOverrides } from "./override-blocks.ts";

/** The object has no prototype, since a file can contain names such as `constructor`. */
const SETTING_PATTERNS: Record<string, RegExp> = {
  __proto__: null as never,
  vertical: /^(?:rl|lr)$/,
  line: /^(?:-?\d{1,3}|\d{1,3}(?:\.\d{1,3})?%)(?:,(?:start|center|end))?$/,
  position: /^\d{1,3}(?:\.\d{1,3})?%(?:,(?:line-left|center|line-right))?$/,
  size: /^\d{1,3}(?:\.\d{1,3})?%$/,
  align: /^(?:start|center|end|left|right)$/,
};
const MIDDLE_LINE = "line:50%";
/** The positions `{\an1}` to `{\an9}`, laid out like a numeric keypad; 2 is the default. */
const SETTINGS_BY_POSITION: Record<string, string> = {
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

/** Keeps the supported WebVTT settings, without regions; the last value of each name wins. */
export function tidySettings(text: string): string {
  const kept = new Map<string, string>();
  for (const pair of text.split(/\s+/, 20)) {
    const [name = "", value = ""] = pair.split(":", 2);
    if (SETTING_PATTERNS[name]?.test(value)) kept.set(name, value);
  }
  return [...kept].map(([name, value]) => `${name}:${value}`).join(" ");
}

/** SSA's older positions, `\a1` to `\a11`, as their ASS equivalents. */
const ASS_POSITION_OF_SSA: Record<string, string> = {
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

/** Returns the WebVTT settings for `{\an1}` to `{\an9}`; "" for the default position. */
export const settingsOfPosition = (place: string | undefined): string =>
  SETTINGS_BY_POSITION[place ?? ""] ?? "";

/** Returns the position of an SSA alignment number. */
export const positionOfSsa = (number: string | undefined): string | undefined =>
  ASS_POSITION_OF_SSA[number ?? ""];

/** Returns the position set by an override block; undefined if it sets none. */
export function positionOfBlock(block: string): string | undefined {
  const place = /\\an([1-9])/.exec(block)?.[1];
  return place ?? positionOfSsa(/\\a(\d{1,2})/.exec(block)?.[1]);
}

/**
 * Strips SRT's `{\an8}` and other overrides from a string, and any drawings.
 * @returns the stripped text, and the position that an override set.
 */
export function readOverrides(text: string): { text: string; settings: string } {
  const runs = splitOverrides(text);
  const place = runs.map(({ block }) => positionOfBlock(block)).find(Boolean);
  return {
    text: runs.map((run) => (run.isDrawing ? "" : run.text)).join(""),
    settings: settingsOfPosition(place),
  };
}

/** Returns the SRT override for the settings; "" for the default position. */
export function writeOverride(settings: string): string {
  const known = Object.entries(SETTINGS_BY_POSITION).find(([, place]) => place === settings)?.[0];
  if (known) return `{\\an${known}}`;
  const line = /(?:^| )line:(\d+)(\.\d+)?(%?)/.exec(settings);
  const isHigh = line && Number(line[1]) < (line[3] ? 40 : 5);
  return isHigh ? "{\\an8}" : "";
}
