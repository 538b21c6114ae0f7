const SETTINGS: Record<string, RegExp> = {
  vertical: /^(?:rl|lr)$/,
  line: /^(?:-?\d{1,3}|\d{1,3}(?:\.\d{1,3})?%)(?:,(?:start|center|end))?$/,
  position: /^\d{1,3}(?:\.\d{1,3})?%(?:,(?:line-left|center|line-right))?$/,
  size: /^\d{1,3}(?:\.\d{1,3})?%$/,
  align: /^(?:start|center|end|left|right)$/,
};
const MIDDLE_LINE = "line:50%";
/** Places of `{\an1}` to `{\an9}`, as the keys of a number pad; 2 is the usual one. */
const PLACES: Record<string, string> = {
  1: "align:start",
  3: "align:end",
  4: `${MIDDLE_LINE} align:start`,
  5: MIDDLE_LINE,
  6: `${MIDDLE_LINE} align:end`,
  7: "line:0 align:start",
  8: "line:0",
  9: "line:0 align:end",
};

/** Those of WebVTT's settings that we keep, without regions; the last of each name counts. */
export function tidySettings(text: string): string {
  const kept = new Map<string, string>();
  for (const pair of text.split(/\s+/, 20)) {
    const [name = "", value = ""] = pair.split(":", 2);
    if (SETTINGS[name]?.test(value)) kept.set(name, value);
  }
  return [...kept].map(([name, value]) => `${name}:${value}`).join(" ");
}

/** Takes SRT's `{\an8}` and other overrides out of a text. @returns the text, and where it is shown. */
export function readOverrides(text: string): { text: string; settings: string } {
  const place = /\{\\an?([1-9])/.exec(text)?.[1] ?? "2";
  return { text: text.replace(/\{\\[^{}]{0,200}\}/g, ""), settings: PLACES[place] ?? "" };
}

/** The override that stands for the settings in SRT; "" for the usual place. */
export function writeOverride(settings: string): string {
  const known = Object.entries(PLACES).find(([, place]) => place === settings)?.[0];
  if (known) return `{\\an${known}}`;
  const line = /(?:^| )line:(\d+)(\.\d+)?(%?)/.exec(settings);
  const isHigh = line && Number(line[1]) < (line[3] ? 40 : 5);
  return isHigh ? "{\\an8}" : "";
}
