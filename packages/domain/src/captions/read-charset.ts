import { analyse } from "chardet";
import { readUnicode } from "../read-text.ts";

/** The number of sampled bytes for detection; lines of pure ASCII are the same in every charset and are skipped. */
const SAMPLE_BYTES = 65_536;
const FALLBACK_CHARSET = "windows-1252";
/** The bonus for a charset that is common for the language, added to a confidence of 0–100. */
const COMMON_CHARSET_BONUS = 40;

/** The charsets in which files of a language are usually saved, most common first. */
const COMMON_CHARSETS: readonly (readonly [languages: string, charsets: readonly string[]])[] = [
  ["bs cs hr hu pl ro sk sl sq", ["windows-1250", "iso-8859-2"]],
  ["be bg kk ky mk mn ru sr tg uk", ["windows-1251", "koi8-r", "iso-8859-5"]],
  ["el", ["windows-1253", "iso-8859-7"]],
  ["az tr", ["windows-1254"]],
  ["he yi", ["windows-1255", "iso-8859-8"]],
  ["ar fa ur", ["windows-1256", "iso-8859-6"]],
  ["et lt lv", ["windows-1257"]],
  ["vi", ["windows-1258"]],
  ["th", ["windows-874"]],
  ["ja", ["shift_jis", "euc-jp"]],
  ["zh", ["gb18030", "big5"]],
  ["ko", ["euc-kr"]],
];

/**
 * Decodes text in any charset that browsers support: by its byte order mark, as UTF-8 if valid, otherwise by letter frequency.
 * @param language BCP 47, if known: decides between similar charsets.
 * @returns the text without a byte order mark, and the name of the charset.
 */
export function readAnyCharset(bytes: Uint8Array, language = ""): { text: string; charset: string } {
  const unicode = readUnicode(bytes);
  if (unicode) return decodeEscapedJapanese(bytes) ?? unicode;
  const usual = commonCharsetsFor(language);
  const found = new Map(
    analyse(sampleOf(bytes)).map(({ name, confidence }) => [name.toLowerCase(), confidence]),
  );
  const scoreOf = (charset: string) =>
    (found.get(charset) ?? 0) + (usual.includes(charset) ? COMMON_CHARSET_BONUS : 0);
  const candidates = [...new Set([...found.keys(), ...usual, FALLBACK_CHARSET])].toSorted(
    (a, b) => scoreOf(b) - scoreOf(a),
  );
  for (const charset of candidates) {
    const text = decodeBytes(bytes, charset);
    if (text !== undefined) return { text, charset };
  }
  return { text: new TextDecoder(FALLBACK_CHARSET).decode(bytes), charset: FALLBACK_CHARSET };
}

function commonCharsetsFor(language: string): readonly string[] {
  const [primary = ""] = language.toLowerCase().split("-");
  return (
    COMMON_CHARSETS.find(([languages]) => languages.split(" ").includes(primary))?.[1] ?? [FALLBACK_CHARSET]
  );
}

/** Decodes ISO-2022-JP, which consists of ASCII bytes and would otherwise pass for UTF-8. */
function decodeEscapedJapanese(bytes: Uint8Array): { text: string; charset: string } | undefined {
  const isEscaped = bytes.some((byte, at) => byte === 0x1b && bytes[at + 1] === 0x24);
  const text = isEscaped ? decodeBytes(bytes, "iso-2022-jp") : undefined;
  return text === undefined ? undefined : { text, charset: "iso-2022-jp" };
}

/** Returns the decoded text; undefined if the charset is unsupported or the bytes are invalid in it. */
function decodeBytes(bytes: Uint8Array, charset: string): string | undefined {
  try {
    const text = new TextDecoder(charset, { fatal: true }).decode(bytes);
    // Text never contains these control characters, so the bytes must be letters of another charset.
    return /[\u0080-\u009f]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

function sampleOf(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(SAMPLE_BYTES);
  let length = 0;
  let from = 0;
  while (from < bytes.length && length < SAMPLE_BYTES) {
    const end = bytes.indexOf(0x0a, from);
    const line = bytes.subarray(from, end < 0 ? undefined : end + 1).subarray(0, SAMPLE_BYTES - length);
    if (line.some((byte) => byte >= 0x80)) {
      sample.set(line, length);
      length += line.length;
    }
    from += Math.max(1, end < 0 ? bytes.length : end + 1 - from);
  }
  return sample.subarray(0, length);
}
