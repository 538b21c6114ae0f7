import { type CaptionCue, MAX_CAPTION_CUES, MAX_CAPTION_TEXT_LENGTH } from "@shoal/contract";
import { sortCues } from "./captions-file.ts";
import { positionOfBlock, positionOfSsa, settingsOfPosition } from "./cue-settings.ts";
import { tidyCueText } from "./cue-text.ts";
import { parseCueTime } from "./cue-times.ts";
import { splitOverrides } from "./override-blocks.ts";

/** The default height of the canvas on which positions are given. */
const DEFAULT_HEIGHT = 288;
const STYLE_TAGS = ["i", "b", "u"] as const;
type StyleTag = (typeof STYLE_TAGS)[number];
const FIELD_OF_TAG = { i: "italic", b: "bold", u: "underline" } as const;

/** The parts of a style that WebVTT supports. */
interface AssStyle {
  tags: ReadonlySet<StyleTag>;
  place: string | undefined;
}
const PLAIN_STYLE: AssStyle = { tags: new Set(), place: undefined };

/** The maximum number of fields of a line: a script has about two dozen, and anything beyond belongs to the last one. */
const MAX_FIELDS = 50;
/** The maximum length of a line, including the override blocks of a cue's text, which are stripped. */
const MAX_LINE_LENGTH = 10 * MAX_CAPTION_TEXT_LENGTH + 1_000;
/** The fields of styles and dialogue lines that the parser reads; it ignores all others. */
const USED_FIELDS = [
  "start",
  "end",
  "style",
  "text",
  "name",
  "italic",
  "bold",
  "underline",
  "alignment",
] as const;
type AssField = (typeof USED_FIELDS)[number];
type AssFields = Partial<Record<AssField, string>>;

/** A section with the fields that its `Format` line declares. */
interface AssSection {
  name: string;
  /** The zero-based positions of the fields that the parser uses. */
  places: readonly (readonly [AssField, number])[];
  /** The number of fields in a line, including those that the parser ignores. */
  count: number;
}

/** The settings of a script that apply to its cues. */
interface AssScript {
  heightPx: number;
  styles: Map<string, AssStyle>;
}

/**
 * Parses the dialogue of an ASS or SSA script: text with italic, bold and underline, positioned at the top, middle or bottom.
 * Drawings, comments and effects are dropped, and text repeated on several layers is kept once. Runs in linear time for any
 * input.
 * @returns cues by ascending start; undefined if there are more cues than a track may have.
 */
export function readAssFile(text: string): CaptionCue[] | undefined {
  const script: AssScript = { heightPx: DEFAULT_HEIGHT, styles: new Map() };
  const cues = new Map<string, CaptionCue>();
  let section: AssSection = { name: "", places: [], count: 0 };
  for (const line of text.replace(/^\ufeff/, "").split(/\r\n?|\n/)) {
    if (line.length > MAX_LINE_LENGTH) continue;
    const heading = /^\s*\[([^\]]{1,100})\]\s*$/.exec(line)?.[1];
    if (heading) section = { name: heading.toLowerCase(), places: [], count: 0 };
    const colon = line.indexOf(":");
    const [kind, value] = [
      line.slice(0, Math.max(0, colon)).trim().toLowerCase(),
      line.slice(colon + 1).trim(),
    ];
    if (kind === "format") section = { name: section.name, ...placesOf(value) };
    else if (kind === "playresy") script.heightPx = Number(value) > 0 ? Number(value) : DEFAULT_HEIGHT;
    else if (kind === "style") addStyle(script, section, value);
    else if (kind === "dialogue") {
      const cue = parseCue(fieldsOf(section, value), script);
      if (cue) cues.set(JSON.stringify(cue), cue);
      if (cues.size > MAX_CAPTION_CUES) return undefined;
    }
  }
  return sortCues([...cues.values()]);
}

/** Returns the positions of the used fields in a `Format` line. If a name occurs twice, the last one counts. */
function placesOf(format: string): Pick<AssSection, "places" | "count"> {
  const names = format.split(",", MAX_FIELDS).map((name) => name.trim().toLowerCase());
  const places = USED_FIELDS.map((field) => [field, names.lastIndexOf(field)] as const);
  return { places: places.filter(([, place]) => place >= 0), count: names.length };
}

/** Returns the fields of a line by name. The last field contains all remaining text of the line, including commas. */
function fieldsOf({ places, count }: AssSection, value: string): AssFields {
  const parts: string[] = [];
  let from = 0;
  while (parts.length < count - 1) {
    const comma = value.indexOf(",", from);
    if (comma < 0) break;
    parts.push(value.slice(from, comma));
    from = comma + 1;
  }
  parts.push(value.slice(from));
  return Object.fromEntries(places.map(([field, place]) => [field, parts[place] ?? ""]));
}

function addStyle({ styles }: AssScript, section: AssSection, value: string): void {
  const fields = fieldsOf(section, value);
  const isOn = (name: AssField) => !["", "0"].includes(fields[name]?.trim() ?? "");
  const alignment = fields.alignment?.trim();
  styles.set(nameOf(fields.name), {
    tags: new Set(STYLE_TAGS.filter((tag) => isOn(FIELD_OF_TAG[tag]))),
    place: section.name === "v4 styles" ? positionOfSsa(alignment) : alignment,
  });
}

const nameOf = (name = "") => name.trim().replace(/^\*/, "").toLowerCase();

function parseCue(fields: AssFields, { styles, heightPx }: AssScript): CaptionCue | undefined {
  const [startMs, endMs] = [fields.start, fields.end].map((time) => parseCueTime(time?.trim() ?? ""));
  if (startMs === undefined || endMs === undefined || startMs < 0 || endMs <= startMs) return undefined;
  const style = styles.get(nameOf(fields.style)) ?? PLAIN_STYLE;
  const runs = splitOverrides(fields.text ?? "", true);
  let tags = style.tags;
  const words = runs.map((run) => {
    tags = tagsAfter(run.block, tags, style.tags);
    return run.isDrawing ? "" : addTags(plainText(run.text), tags);
  });
  const text = tidyCueText(words.join(""));
  if (text === "" || text.length > MAX_CAPTION_TEXT_LENGTH) return undefined;
  const blocks = runs.map(({ block }) => block);
  const place =
    placeOfPosition(blocks, heightPx) ?? blocks.map(positionOfBlock).find((each) => each) ?? style.place;
  return { startMs, endMs, text, settings: settingsOfPosition(place) };
}

/** Returns the text with its escapes replaced: `\N` and `\n` break lines, and `\h` is a non-breaking space. */
const plainText = (text: string) => text.replace(/\\[Nn]/g, "\n").replaceAll("\\h", "\u00a0");

/** Returns the formatting after a block: `\i1`, `\b700`, `\u0`, and `\r`, which resets to the style. */
function tagsAfter(
  block: string,
  before: ReadonlySet<StyleTag>,
  ofStyle: ReadonlySet<StyleTag>,
): ReadonlySet<StyleTag> {
  const tags = new Set(before);
  for (const [, name = "", value = ""] of block.matchAll(/\\([ibur])(?=[\d\\]|$)(\d{0,4})/g)) {
    if (name === "r") {
      tags.clear();
      for (const tag of ofStyle) tags.add(tag);
    } else if (Number(value) > 0 && !(name === "b" && Number(value) > 1 && Number(value) < 600))
      tags.add(name as StyleTag);
    else tags.delete(name as StyleTag);
  }
  return tags;
}

function addTags(text: string, tags: ReadonlySet<StyleTag>): string {
  if (text.trim() === "" || tags.size === 0) return text;
  const open = STYLE_TAGS.filter((tag) => tags.has(tag));
  return `${open.map((tag) => `<${tag}>`).join("")}${text}${open
    .toReversed()
    .map((tag) => `</${tag}>`)
    .join("")}`;
}

/** Returns whether an absolute position (`\pos`, `\move`) is nearest to the top, middle or bottom. */
function placeOfPosition(blocks: readonly string[], heightPx: number): string | undefined {
  const position = /\\(?:pos|move)\(\s*-?[\d.]{1,12}\s*,\s*(-?[\d.]{1,12})/;
  const y = blocks.map((block) => position.exec(block)?.[1]).find((each) => each !== undefined);
  if (y === undefined || Number.isNaN(Number(y))) return undefined;
  const height = Number(y) / heightPx;
  if (height < 1 / 3) return "8";
  return height > 2 / 3 ? "2" : "5";
}
