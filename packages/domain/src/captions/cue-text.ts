/** Matches a tag; bounded, so that hostile text is parsed in linear time. */
const TAG_PATTERN = /<(\/?)([a-zA-Z]{1,10})((?:[.\s/][^<>]{0,300})?)>|<\d{1,3}(?::\d\d){1,2}\.\d{3}>/g;
const ALLOWED_TAGS = new Set(["i", "b", "u", "c", "v", "lang", "ruby", "rt"]);
/** HTML elements found in subtitle files although no subtitle format allows them. */
const DROPPED_TAGS = new Set([
  "font",
  "span",
  "p",
  "div",
  "s",
  "strike",
  "em",
  "strong",
  "a",
  "small",
  "big",
]);
const SRT_TAGS = new Set(["i", "b", "u"]);
/** Matches a "<" that starts no tag even when it is not escaped. */
const PLAIN_LESS_THAN = new RegExp(
  String.raw`&lt;(?!\/?(?:${[...ALLOWED_TAGS, ...DROPPED_TAGS, "br"].join("|")})[\s./>]|\d{1,3}:)`,
  "gi",
);
const ENTITY_PATTERN = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi;
const NAMED_ENTITIES: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  lrm: "\u200e",
  rlm: "\u200f",
};

/**
 * Returns the stored form of a cue's text: it keeps WebVTT tags, removes HTML tags and empty lines, and leaves other characters
 * as they are (`AT&T`, `<3`).
 */
export function tidyCueText(text: string): string {
  const tidied = text
    .replaceAll("\0", "\ufffd")
    .replace(/<br\s{0,5}\/?>/gi, "\n")
    .replace(TAG_PATTERN, (tag, slash?: string, name?: string, rest = "") => {
      const word = name?.toLowerCase() ?? "";
      if (DROPPED_TAGS.has(word)) return "";
      return ALLOWED_TAGS.has(word) ? `<${slash}${word}${slash ? "" : rest}>` : tag;
    })
    .replace(ENTITY_PATTERN, decodeSafely)
    .replace(PLAIN_LESS_THAN, "<")
    .replace(/&amp;(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});)/gi, "&");
  const lines = tidied.split("\n").map((line) => line.trimEnd());
  return lines
    .filter((line) => line.trim() !== "")
    .join("\n")
    .trim();
}

/** Decodes an entity unless the result could form a tag or another entity. */
function decodeSafely(entity: string, decimal?: string, hex?: string, name?: string): string {
  const decoded = decodeEntity(entity, decimal, hex, name);
  if (decoded === "<") return "&lt;";
  return decoded === "&" ? "&amp;" : decoded;
}

function decodeEntity(entity: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return NAMED_ENTITIES[name.toLowerCase()] ?? entity;
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  const isCharacter = code > 0 && code <= 0x10_ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : "\ufffd";
}

/** Escapes text for a WebVTT file. */
export function escapeCueText(text: string): string {
  let from = 0;
  let escaped = "";
  for (const match of text.matchAll(TAG_PATTERN)) {
    const isTag = match[2] === undefined || ALLOWED_TAGS.has(match[2].toLowerCase());
    escaped += escapePlain(text.slice(from, match.index)) + (isTag ? match[0] : escapePlain(match[0]));
    from = match.index + match[0].length;
  }
  return escaped + escapePlain(text.slice(from));
}

const escapePlain = (text: string) =>
  text
    .replace(/&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});)/gi, "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll("-->", "--&gt;");

/** Returns the cue's text for SRT, which supports only italic, bold and underline. */
export const srtCueText = (text: string): string => removeTags(text, SRT_TAGS);

/** Returns the visible text, without tags. */
export const plainCueText = (text: string): string => removeTags(text, new Set());

function removeTags(text: string, kept: ReadonlySet<string>): string {
  return text
    .replace(TAG_PATTERN, (tag, _slash?: string, name?: string) => {
      if (name !== undefined && !ALLOWED_TAGS.has(name.toLowerCase())) return tag;
      return kept.has(name?.toLowerCase() ?? "") ? tag : "";
    })
    .replace(ENTITY_PATTERN, decodeEntity);
}
