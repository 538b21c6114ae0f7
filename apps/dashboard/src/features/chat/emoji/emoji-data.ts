import { toPlainText } from "../../../lib/search-words.ts";

export interface EmojiEntry {
  emoji: string;
  /** Name of the emoji in the reader's language. */
  name: string;
  group: EmojiGroup;
  /** The lower-case text that is searched for words. */
  words: string;
}

/** The groups in display order. Components such as hair and skin tones are omitted. */
export const EMOJI_GROUPS = [
  "faces",
  "people",
  "nature",
  "food",
  "travel",
  "activities",
  "objects",
  "symbols",
  "flags",
] as const;
export type EmojiGroup = (typeof EMOJI_GROUPS)[number];

/** The group numbers that the Unicode emoji list uses. */
const GROUP_NUMBERS: Readonly<Record<number, EmojiGroup>> = {
  0: "faces",
  1: "people",
  3: "nature",
  4: "food",
  5: "travel",
  6: "activities",
  7: "objects",
  8: "symbols",
  9: "flags",
};

/** An entry in the compact format of `emojibase-data`. */
interface CompactEmoji {
  unicode: string;
  label: string;
  tags?: string[];
  group?: number;
  order?: number;
}

const EMOJI_LOADERS: Record<string, () => Promise<{ default: unknown }>> = {
  en: () => import("emojibase-data/en/compact.json"),
  fr: () => import("emojibase-data/fr/compact.json"),
};

/** Loads all emoji with their names in a language, in the order of Unicode. */
export async function loadEmoji(language: string): Promise<EmojiEntry[]> {
  const load = EMOJI_LOADERS[language] ?? EMOJI_LOADERS.en;
  const list = ((await load?.())?.default ?? []) as CompactEmoji[];
  return list
    .toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0))
    .flatMap(({ unicode, label, tags = [], group }) => {
      const known = group === undefined ? undefined : GROUP_NUMBERS[group];
      return known
        ? [{ emoji: unicode, name: label, group: known, words: toPlainText([label, ...tags].join(" ")) }]
        : [];
    });
}

/** Finds entries in which every typed word is the beginning of a word. @example findEmoji(all, "thumb") // 👍 and 👎 */
export function findEmoji(all: readonly EmojiEntry[], typed: string): readonly EmojiEntry[] {
  const wanted = toPlainText(typed).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return all;
  return all.filter(({ words }) => wanted.every((word) => ` ${words}`.includes(` ${word}`)));
}

const STORAGE_KEY = "shoal.recentEmoji";
const MAX_RECENT_EMOJI = 16;
const DEFAULT_EMOJI = ["👍", "❤️", "😄", "🎉", "👀", "✅", "🙏", "🎬"];

/** Returns the recently used emoji of this browser. */
export function recentEmoji(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
    const own = Array.isArray(kept) ? kept.filter((each) => typeof each === "string") : [];
    return [...new Set([...own, ...DEFAULT_EMOJI])].slice(0, MAX_RECENT_EMOJI);
  } catch {
    return DEFAULT_EMOJI;
  }
}

export function recordEmojiUse(emoji: string): void {
  try {
    localStorage.setItem(
      STORAGE_KEY,
      JSON.stringify([...new Set([emoji, ...recentEmoji()])].slice(0, MAX_RECENT_EMOJI)),
    );
  } catch {
    // If the browser's storage is full, the emoji is not added to the recently used emoji.
  }
}
