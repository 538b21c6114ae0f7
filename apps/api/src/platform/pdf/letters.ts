import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import * as fontkit from "fontkit";
import subsetFont from "subset-font";

const require = createRequire(import.meta.url);

export type FontWeight = "text" | "bold";

/** Fonts for Latin, Greek, Cyrillic, Arabic and symbols; other scripts have fonts of their own. */
export const BASE_FONTS: Record<FontWeight, string> = {
  text: require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"),
  bold: require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf"),
};
const EMOJI_FONTS: Record<FontWeight, string> = {
  text: require.resolve("@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf"),
  bold: require.resolve("@expo-google-fonts/noto-emoji/700Bold/NotoEmoji_700Bold.ttf"),
};
const WEIGHT_AXIS: Record<FontWeight, number> = { text: 400, bold: 700 };
/** Replaces characters that no font has. */
const REPLACEMENT_CHARACTER = "\ufffd";

/** The npm packages that contain the font families. */
const FAMILY_PACKAGES = {
  hebrew: require.resolve("@fontsource-variable/noto-sans-hebrew/package.json"),
  thai: require.resolve("@fontsource-variable/noto-sans-thai/package.json"),
  devanagari: require.resolve("@fontsource-variable/noto-sans-devanagari/package.json"),
  jp: require.resolve("@fontsource-variable/noto-sans-jp/package.json"),
  kr: require.resolve("@fontsource-variable/noto-sans-kr/package.json"),
  sc: require.resolve("@fontsource-variable/noto-sans-sc/package.json"),
} as const;
type FontFamily = keyof typeof FAMILY_PACKAGES;
/** Families for scripts with their own characters. */
const OWN_FAMILIES: readonly FontFamily[] = ["hebrew", "thai", "devanagari"];
/**
 * The font families of Han characters. Each character is drawn in the variant for the text's language. Text without kana and Hangul
 * counts as Chinese.
 */
const HAN_FAMILIES: readonly FontFamily[] = ["jp", "kr", "sc"];

const EMOJI_PATTERN =
  /\p{Emoji_Presentation}|\p{Regional_Indicator}|\p{Extended_Pictographic}\ufe0f|[0-9#*]\ufe0f?\u20e3/u;
/** Matches joiners, selectors and directional marks, which draw nothing. */
const INVISIBLE_CHARACTERS = /[\p{Default_Ignorable_Code_Point}\p{Cc}\u2028\u2029]/gu;
/** Matches the characters of most texts, which the base fonts cover. */
const BASE_FONT_TEXT =
  /^[\n\r\t\u0020-\u007e\u00a0-\u00ac\u00ae-\u02af\u0384-\u038a\u038e-\u03a1\u03a3-\u03ce\u0400-\u045f\u2010-\u2027\u2030-\u203a\u20ac\u2190-\u2193\u2212]*$/;
const graphemeSegmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

export const isPlain = (text: string): boolean => BASE_FONT_TEXT.test(text);

/** A letter with its marks, and the name of the font that contains it. */
export interface FontLetter {
  text: string;
  font: string;
}

interface OpenFont {
  name: string;
  source: string | Buffer;
  has: (codePoint: number) => boolean;
}

interface FontRegistry {
  /** Registers a font under a name. */
  register: (name: string, source: string | Buffer) => void;
}

/** Opens the fonts of one document. `prepare` loads the font subsets that texts need; the document embeds what it draws. */
export function openLetters({ register }: FontRegistry) {
  const opened = new Map<string, OpenFont>();
  const open = (name: string, source: string | Buffer, has: OpenFont["has"]): OpenFont => {
    const font = { name, source, has };
    opened.set(name, font);
    register(name, source);
    return font;
  };
  const openPiece = async (piece: FontSubset, weight: FontWeight) => {
    const name = `${piece.name}-${weight}`;
    if (opened.has(name)) return;
    const bytes = await bytesOf(piece, weight);
    if (opened.has(name)) return;
    const font = fontkit.create(bytes) as fontkit.Font;
    open(name, bytes, (codePoint) => font.hasGlyphForCodePoint(codePoint));
  };

  const wholeFont = (name: string, path: string) =>
    opened.get(name) ?? open(name, path, (codePoint) => parsedFontOf(path).hasGlyphForCodePoint(codePoint));

  const fontFor = (text: string, weight: FontWeight, order: readonly FontFamily[]): OpenFont | undefined => {
    const visible = text.replace(INVISIBLE_CHARACTERS, "");
    const codePoints = [...visible].map((each) => each.codePointAt(0) ?? 0);
    const all = (font: OpenFont) => codePoints.every(font.has);
    if (EMOJI_PATTERN.test(text)) {
      const emoji = wholeFont(`emoji-${weight}`, EMOJI_FONTS[weight]);
      if (all(emoji)) return emoji;
    }
    const [first = 0] = codePoints;
    for (const family of order) {
      const piece = pieceOf(family, first);
      const font = piece && opened.get(`${piece.name}-${weight}`);
      if (font && all(font)) return font;
    }
    const base = wholeFont(weight, BASE_FONTS[weight]);
    if (all(base)) return base;
    const emoji = wholeFont(`emoji-${weight}`, EMOJI_FONTS[weight]);
    return all(emoji) ? emoji : undefined;
  };

  return {
    /** Loads the fonts that these texts need beyond the base fonts. */
    async prepare(texts: Iterable<string>): Promise<void> {
      const wanted = new Map<string, FontSubset>();
      for (const text of texts) {
        if (isPlain(text)) continue;
        const order = orderFor(text);
        for (const character of text) {
          const codePoint = character.codePointAt(0) ?? 0;
          if (isPlain(character)) continue;
          for (const family of order) {
            const piece = pieceOf(family, codePoint);
            if (!piece) continue;
            wanted.set(piece.name, piece);
            break;
          }
        }
      }
      for (const piece of wanted.values())
        for (const weight of ["text", "bold"] as const) await openPiece(piece, weight);
    },

    /**
     * Splits a part of a string into characters. Characters without a font become a placeholder; invisible characters are
     * dropped.
     * @param parsedFonts the text, which determines the language of Han characters.
     */
    lettersOf(part: string, weight: FontWeight, parsedFonts: string): FontLetter[] {
      const order = orderFor(parsedFonts);
      const letters: FontLetter[] = [];
      for (const { segment } of graphemeSegmenter.segment(part)) {
        if (segment.replace(INVISIBLE_CHARACTERS, "") === "") continue;
        const font = fontFor(segment, weight, order);
        if (font) {
          letters.push({ text: drawableText(segment, font), font: font.name });
          continue;
        }
        // A letter with a mark that its font lacks is drawn mark by mark.
        for (const character of segment.replace(INVISIBLE_CHARACTERS, "")) {
          const own = fontFor(character, weight, order);
          letters.push({ text: own ? character : REPLACEMENT_CHARACTER, font: own?.name ?? weight });
        }
      }
      return letters;
    },
  };
}

export type LetterFonts = ReturnType<typeof openLetters>;

/** Keeps joiners if the font has them, since they change the shape of letters. */
const drawableText = (segment: string, { has }: OpenFont): string =>
  segment.replace(INVISIBLE_CHARACTERS, (each) => (has(each.codePointAt(0) ?? 0) ? each : ""));

function orderFor(text: string): readonly FontFamily[] {
  const first: FontFamily = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? "jp"
    : /\p{Script=Hangul}/u.test(text)
      ? "kr"
      : "sc";
  const han = [first, ...HAN_FAMILIES.filter((family) => family !== first)];
  return [...OWN_FAMILIES, ...han];
}

// ── Subsets: the packages split each family into files of characters that occur together ──

interface FontSubset {
  name: string;
  path: string;
  characters: string;
}

const subsetsByFamily = new Map<FontFamily, Map<number, FontSubset>>();

function pieceOf(family: FontFamily, codePoint: number): FontSubset | undefined {
  const known = subsetsByFamily.get(family) ?? readFamily(family);
  subsetsByFamily.set(family, known);
  return known.get(codePoint);
}

/** Matches Latin letters and common signs, which use the base fonts instead. */
const OWN_LETTERS =
  /[\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u0964\u0965\u3000-\u303f\u30fb\u30fc\uff00-\uffef]/u;

function readFamily(family: FontFamily): Map<number, FontSubset> {
  const folder = dirname(FAMILY_PACKAGES[family]);
  const ranges = require(join(folder, "unicode.json")) as Record<string, string>;
  const pieces = new Map<number, FontSubset>();
  for (const [key, range] of Object.entries(ranges)) {
    const part = key.replace(/[[\]]/g, "");
    const characters = charactersIn(range);
    const name = `${family}-${part}`;
    const path = join(folder, "files", `noto-sans-${family}-${part}-wght-normal.woff2`);
    for (const character of characters)
      if (OWN_LETTERS.test(character)) pieces.set(character.codePointAt(0) ?? 0, { name, path, characters });
  }
  return pieces;
}

/** @param range as in CSS: `U+30-39,U+1f600`. */
function charactersIn(range: string): string {
  let characters = "";
  for (const part of range.split(",")) {
    const [from = 0, to = from] = part
      .trim()
      .replace("U+", "")
      .split("-")
      .map((each) => Number.parseInt(each, 16));
    for (let codePoint = from; codePoint <= to; codePoint += 1) characters += String.fromCodePoint(codePoint);
  }
  return characters;
}

/** Subsets of one weight read so far, for all documents: 25 MB if every script is used. */
const readFiles = new Map<string, Promise<Buffer>>();

function bytesOf({ name, path, characters }: FontSubset, weight: FontWeight): Promise<Buffer> {
  const key = `${name}-${weight}`;
  const bytes =
    readFiles.get(key) ??
    readFile(path).then((font) =>
      subsetFont(font, characters, {
        targetFormat: "truetype",
        variationAxes: { wght: WEIGHT_AXIS[weight] },
      }),
    );
  readFiles.set(key, bytes);
  // A failed read is forgotten, so that the next document reads the file again.
  bytes.catch(() => readFiles.delete(key));
  return bytes;
}

const parsedFonts = new Map<string, fontkit.Font>();

/**
 * Opens a font for one document. Its file is read and parsed once per process. A glyph keeps the code points for which it was
 * first drawn, which are copied as text: each document therefore has its own glyphs.
 */
export function fontForDocument(path: string): fontkit.Font {
  const font = parsedFontOf(path);
  // The shared font's layout would look glyphs up in the shared font.
  if (!("_glyphs" in font) || Object.hasOwn(font, "_layoutEngine"))
    throw new Error("The font keeps its glyphs elsewhere, or was itself used to draw");
  return Object.assign(Object.create(font) as fontkit.Font, { _glyphs: {} });
}

function parsedFontOf(path: string): fontkit.Font {
  const font = parsedFonts.get(path) ?? (fontkit.openSync(path) as fontkit.Font);
  parsedFonts.set(path, font);
  return font;
}
