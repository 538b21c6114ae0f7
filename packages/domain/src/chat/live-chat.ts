import {
  type LiveChatRefusal,
  type LiveChatWriters,
  MAX_LIVE_CHAT_NAME_LENGTH,
  MAX_LIVE_CHAT_TEXT_LENGTH,
} from "@shoal/contract";
import { tidyChatText } from "./chat-text.ts";

/** Directional marks and joiners: they could reorder adjacent names, and make different names look equal. */
const DIRECTIONAL_MARKS = /[\u200b-\u200f\u2028\u2029\u2060-\u2069\ufeff]/gu;
/**
 * Invisible letters and signs: they would make a name look empty, or like another name. Keeps the variation selector that colours hearts.
 */
const INVISIBLE_CHARACTERS = /(?!\ufe0f)[\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Symbols that imitate the badge of a verified author. */
const BADGE_SYMBOLS = /[\u2611\u2705\u2713\u2714\u{1f5f8}\u{1f6e1}]\ufe0f?/gu;
/** Viewers' lines are displayed close together, so a letter gets only as many combining marks as any script needs. */
const EXCESS_MARKS = /(\p{M}{2})\p{M}+/gu;
/** Letters of other scripts, and digits, that look like Latin letters. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "l",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  $: "s",
  "@": "a",
  "!": "l",
  "|": "l",
  а: "a",
  в: "b",
  с: "c",
  ԁ: "d",
  е: "e",
  һ: "h",
  і: "l",
  ј: "j",
  к: "k",
  м: "m",
  н: "h",
  о: "o",
  р: "p",
  ѕ: "s",
  т: "t",
  у: "y",
  х: "x",
  α: "a",
  β: "b",
  ε: "e",
  η: "n",
  ι: "l",
  κ: "k",
  ν: "v",
  ο: "o",
  ρ: "p",
  τ: "t",
  υ: "u",
  χ: "x",
  ı: "l",
  i: "l",
  // Small capitals and phonetic letters.
  ᴀ: "a",
  ɑ: "a",
  ʙ: "b",
  ᴄ: "c",
  ᴅ: "d",
  ᴇ: "e",
  ꜰ: "f",
  ɡ: "g",
  ɢ: "g",
  ʜ: "h",
  ɪ: "l",
  ɩ: "l",
  ᴊ: "j",
  ᴋ: "k",
  ʟ: "l",
  ᴍ: "m",
  ɴ: "n",
  ᴏ: "o",
  ᴘ: "p",
  ʀ: "r",
  ꜱ: "s",
  ᴛ: "t",
  ᴜ: "u",
  ᴠ: "v",
  ᴡ: "w",
  ʏ: "y",
  ᴢ: "z",
  // Letters with a stroke that Unicode decomposition does not remove.
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  ħ: "h",
  ŧ: "t",
  ƒ: "f",
  ѵ: "v",
  ԛ: "q",
  ԝ: "w",
  // Armenian letters.
  հ: "h",
  ո: "n",
  ս: "u",
  օ: "o",
  ց: "g",
  զ: "q",
  // Cherokee letters.
  ꭺ: "a",
  ꮯ: "c",
  ꭼ: "e",
  ꮐ: "g",
  ꮋ: "h",
  ꭻ: "j",
  ꮶ: "k",
  ꮮ: "l",
  ꮇ: "m",
  ꮲ: "p",
  ꭱ: "r",
  ꮪ: "s",
  ꭲ: "t",
  ꮩ: "v",
  ꮃ: "w",
  ꮓ: "z",
  // Currency signs.
  "€": "e",
  "£": "l",
  "¢": "c",
};
/** First letters of alphabets without a decomposition: regional indicators, and white letters on black circles and squares. */
const SYMBOL_ALPHABETS = [0x1f1e6, 0x1f150, 0x1f170];
const ALPHABET_LENGTH = 26;
const SYMBOL_LETTERS = new Map(
  SYMBOL_ALPHABETS.flatMap((first) =>
    Array.from({ length: ALPHABET_LENGTH }, (_, n) => [
      String.fromCodePoint(first + n),
      String.fromCharCode(97 + n),
    ]),
  ),
);
/** Letter pairs that look like one letter. */
const LETTER_PAIRS: readonly [RegExp, string][] = [
  [/rn/g, "m"],
  [/vv/g, "w"],
];
/** The names that are reserved for signed-in users, in the languages of the player. */
const RESERVED_NAMES = [
  "admin",
  "administrator",
  "moderator",
  "mod",
  "host",
  "shoal",
  "support",
  "system",
  "official",
  "staff",
  "administrateur",
  "administratrice",
  "modérateur",
  "modératrice",
  "modo",
  "hôte",
  "hôtesse",
  "animateur",
  "animatrice",
  "assistance",
  "système",
  "officiel",
  "officielle",
];

const joinIntoOneLine = (text: string): string =>
  tidyChatText(text)
    .replace(DIRECTIONAL_MARKS, "")
    .replace(INVISIBLE_CHARACTERS, "")
    .replace(EXCESS_MARKS, "$1")
    .replace(/\s+/gu, " ")
    .trim();

/**
 * Returns the stored form of a viewer's message: one line, in which nothing reverses or covers adjacent text.
 * @example tidyLiveChatText(" a\n\nb\u202e ") // "a b"
 */
export const tidyLiveChatText = (text: string): string =>
  joinIntoOneLine(text).slice(0, MAX_LIVE_CHAT_TEXT_LENGTH);

/**
 * Returns the stored form of a nickname.
 * @returns undefined if it contains no letter or digit, or is too long.
 */
export function tidyNickname(text: string): string | undefined {
  const name = joinIntoOneLine(joinIntoOneLine(text.normalize("NFKC")).replace(BADGE_SYMBOLS, ""));
  return name.length <= MAX_LIVE_CHAT_NAME_LENGTH && /[\p{L}\p{N}]/u.test(name) ? name : undefined;
}

/** Returns the text without accents and case, with lookalikes replaced by Latin letters. */
const foldText = (text: string): string =>
  Array.from(text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase(), foldLookalikes).join("");

function foldLookalikes(sign: string): string {
  const letter = SYMBOL_LETTERS.get(sign) ?? sign;
  return LOOKALIKES[letter] ?? letter;
}

/**
 * Returns a key that is equal for names that people would confuse.
 * @example nicknameKey("Àdm1n_") === nicknameKey("admin") // true
 */
export const nicknameKey = (name: string): string => {
  const letters = LETTER_PAIRS.reduce(
    (text, [pair, letter]) => text.replace(pair, letter),
    foldText(name).replace(/[^\p{L}\p{N}]/gu, ""),
  );
  // A name in another script stays unchanged.
  return letters === "" ? name.toLowerCase() : letters;
};

const RESERVED_KEYS = new Set(RESERVED_NAMES.map(nicknameKey));

/** Returns whether a nickname imitates a signed-in user. @param names the names of the client and of its users. */
export const isNicknameReserved = (name: string, names: readonly string[]): boolean => {
  const key = nicknameKey(name);
  // "Ana (host)" and "Shoal Support" also imitate a signed-in user.
  const claims = [key, ...(name.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map(nicknameKey)];
  return (
    claims.some((claim) => RESERVED_KEYS.has(claim)) || names.some((other) => nicknameKey(other) === key)
  );
};

/** Banned words of at least this length are also found with spaces or signs between their letters. */
const SPACED_WORD_MIN_LENGTH = 5;

/**
 * Returns whether a message contains one of these words, ignoring case, accents and lookalikes.
 * @example containsWord("You are a B.A.D.W.O.R.D", ["badword"]) // true
 */
export function containsWord(text: string, words: readonly string[]): boolean {
  const read = tokensOf(text);
  const drawnOut = read.map((token) => (STRETCHED_WORD.test(token) ? squeezeRepeats(token) : token));
  const lines = [read, drawnOut, joinSpelled(read), joinSpelled(drawnOut)].map((all) => ` ${all.join(" ")} `);
  const letters = [read, drawnOut].map((all) => all.join(""));
  return words.some((word) => {
    const parts = tokensOf(word);
    if (parts.length === 0) return false;
    // Repeated letters in stretched words are removed, so "ss" in a banned word must also match "s".
    const forms = [parts, parts.map(squeezeRepeats)];
    return forms.some((form, n) => {
      const whole = form.join("");
      return (
        lines.some((line, m) => (n === 0 || m % 2 === 1) && line.includes(` ${form.join(" ")} `)) ||
        (whole.length >= SPACED_WORD_MIN_LENGTH && (letters[n] as string).includes(whole))
      );
    });
  });
}

/** A stretched word such as "scaaam": no word has a letter three times in a row. */
const STRETCHED_WORD = /(.)\1\1/u;
const squeezeRepeats = (token: string): string => token.replace(/(.)\1+/gu, "$1");

/** Joins consecutive single letters into a word, so that a banned word is found in "s c a m". */
function joinSpelled(tokens: readonly string[]): string[] {
  const joined: string[] = [];
  let isSpelling = false;
  for (const token of tokens) {
    const isLetter = Array.from(token).length === 1;
    if (isLetter && isSpelling) joined.push((joined.pop() ?? "") + token);
    else joined.push(token);
    isSpelling = isLetter;
  }
  return joined;
}

const tokensOf = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** The data about an author that decide whether they can write. */
export interface LiveChatWriter {
  /** Whether the writer is a signed-in member of the client. */
  isMember: boolean;
  /** Whether the writer can moderate; the limits of the chat do not apply to moderators. */
  isHost: boolean;
  mutedUntilMs: number | null;
  /** Whether the browser or the network is banned. */
  isBanned: boolean;
  lastAtMs: number | null;
  /** The number of viewers on the same network who wrote within the slow-mode interval; several may be one person under different names. */
  writtenNearby: number;
}

/** The number of messages per interval that the viewers on one network, such as a family, share in slow mode. */
const SLOW_NETWORK_COUNT = 5;

export interface ChatRestrictions {
  isOpen: boolean;
  slowSec: number;
  writers: LiveChatWriters;
}

export interface LiveChatVerdict {
  reason: LiveChatRefusal;
  /** The number of seconds until the author can write; null if unknown. */
  retryAfterSec: number | null;
}

/** Returns why an author cannot write now; undefined if they can. Names and texts are checked separately. */
export function refuseLiveChatWriter(
  chat: ChatRestrictions,
  writer: LiveChatWriter,
  nowMs: number,
): LiveChatVerdict | undefined {
  if (!chat.isOpen && !writer.isHost) return { reason: "closed", retryAfterSec: null };
  if (writer.isHost) return undefined;
  if (writer.isBanned) return { reason: "banned", retryAfterSec: null };
  if (chat.writers === "members" && !writer.isMember) return { reason: "members_only", retryAfterSec: null };
  if (writer.mutedUntilMs !== null && writer.mutedUntilMs > nowMs)
    return { reason: "muted", retryAfterSec: Math.ceil((writer.mutedUntilMs - nowMs) / 1_000) };
  const nextMs = (writer.lastAtMs ?? Number.NEGATIVE_INFINITY) + chat.slowSec * 1_000;
  if (nextMs > nowMs) return { reason: "slow", retryAfterSec: Math.ceil((nextMs - nowMs) / 1_000) };
  if (chat.slowSec > 0 && !writer.isMember && writer.writtenNearby >= SLOW_NETWORK_COUNT)
    return { reason: "slow", retryAfterSec: chat.slowSec };
  return undefined;
}
