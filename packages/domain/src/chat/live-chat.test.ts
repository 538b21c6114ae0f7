import { expect, test } from "vitest";
import {
  containsWord,
  isNicknameReserved,
  type LiveChatWriter,
  nicknameKey,
  refuseLiveChatWriter,
  tidyLiveChatText,
  tidyNickname,
} from "./live-chat.ts";

test.each([
  ["joins lines", " a\n\n b\t c ", "a b c"],
  ["removes overrides and directional marks", "a\u202eb\u2066c\u200fd", "abcd"],
  ["limits combining marks", `e${"\u0301".repeat(40)}x`, "e\u0301\u0301x"],
  ["removes invisible letters", "a\u3164\u2800b\u{e0061}\u115f", "ab"],
  ["keeps the colour of hearts", "\u2764\ufe0f", "\u2764\ufe0f"],
  ["keeps markup as text", "<b>&amp;</b>", "<b>&amp;</b>"],
])("a message is stored in harmless form: %s", (_, text, kept) => {
  expect(tidyLiveChatText(text)).toBe(kept);
});

test.each([
  ["Ana", "Ana"],
  ["  Ana \u202e B ", "Ana B"],
  ["Ａｎａ", "Ana"],
  ["…", undefined],
  ["\u200b", undefined],
  ["\u3164\u1160", undefined],
  ["Ana ✔️ ✅", "Ana"],
  ["a".repeat(31), undefined],
])("the nickname %j is kept as %j", (text, kept) => {
  expect(tidyNickname(text)).toBe(kept);
});

test.each([
  "ADMIN",
  "Àdm1n",
  "а\u0501min",
  "m.o.d",
  "H0st",
  "Ana  Martin",
  "αna_martin",
  "ᴀᴅᴍɪɴ",
  "adrnin",
  "Ana (host)",
  "Shoal Support",
  "Hɑna · Møderator",
  "🅐🅓🅜🅘🅝",
  "🇭🇴🇸🇹",
  "Modérateur",
  "L’animatrice",
  "hote",
  "Compte 0fficiel",
])("the nickname %s is reserved because it imitates a signed-in user", (name) => {
  expect(isNicknameReserved(name, ["ana.martin"])).toBe(true);
});

test("other nicknames are free, and symbol-only names have different keys", () => {
  expect(isNicknameReserved("Ana Marten", ["ana.martin"])).toBe(false);
  expect(nicknameKey("★")).not.toBe(nicknameKey("☆"));
});

test.each([
  ["Badword!", true],
  ["B.A.D w0rd", true],
  ["bäd-word", true],
  ["a nice word", false],
  ["hell", true],
  ["hello shell", false],
  ["h e l l no", true],
  ["H.E.L.L", true],
  ["heeelllll", true],
  ["baaadwooord", true],
  ["h\u0065'll tell", false],
  ["b a d w o r d", true],
  ["🇧🇦🇩 🇼🇴🇷🇩", true],
  ["🅗🅔🅛🅛", true],
  ["🅷🅴🅻🅻", true],
  ["ⓗⓔⓛⓛ", true],
  ["ᎻᎬᏞᏞ", true],
  ["I saw a good hotel", false],
])("containsWord finds a held word in %j: %s", (text, isHeld) => {
  expect(containsWord(text, ["badword", "hell", "…"])).toBe(isHeld);
});

const OPEN_CHAT = { isOpen: true, slowSec: 10, writers: "everybody" } as const;
const WRITER: LiveChatWriter = {
  isMember: false,
  isHost: false,
  mutedUntilMs: null,
  isBanned: false,
  lastAtMs: null,
  writtenNearby: 0,
};

test.each([
  ["allowed", OPEN_CHAT, WRITER, undefined],
  ["the chat is closed", { ...OPEN_CHAT, isOpen: false }, WRITER, { reason: "closed", retryAfterSec: null }],
  ["slow mode", OPEN_CHAT, { ...WRITER, lastAtMs: 97_500 }, { reason: "slow", retryAfterSec: 8 }],
  ["slow mode after its interval", OPEN_CHAT, { ...WRITER, lastAtMs: 90_000 }, undefined],
  [
    "many viewers on one network in slow mode",
    OPEN_CHAT,
    { ...WRITER, writtenNearby: 5 },
    { reason: "slow", retryAfterSec: 10 },
  ],
  ["some viewers on one network in slow mode", OPEN_CHAT, { ...WRITER, writtenNearby: 4 }, undefined],
  [
    "many viewers on one network without slow mode",
    { ...OPEN_CHAT, slowSec: 0 },
    { ...WRITER, writtenNearby: 50 },
    undefined,
  ],
  [
    "a timed-out viewer",
    OPEN_CHAT,
    { ...WRITER, mutedUntilMs: 130_000 },
    { reason: "muted", retryAfterSec: 30 },
  ],
  ["a banned viewer", OPEN_CHAT, { ...WRITER, isBanned: true }, { reason: "banned", retryAfterSec: null }],
  [
    "a viewer in a chat for members",
    { ...OPEN_CHAT, writers: "members" as const },
    WRITER,
    { reason: "members_only", retryAfterSec: null },
  ],
  [
    "a member in a chat for members",
    { ...OPEN_CHAT, writers: "members" as const },
    { ...WRITER, isMember: true },
    undefined,
  ],
  [
    "a host in a closed chat",
    { ...OPEN_CHAT, isOpen: false },
    { ...WRITER, isHost: true, lastAtMs: 99_999 },
    undefined,
  ],
])("refuseLiveChatWriter decides whether an author can write: %s", (_, chat, writer, verdict) => {
  expect(refuseLiveChatWriter(chat, writer, 100_000)).toEqual(verdict);
});
