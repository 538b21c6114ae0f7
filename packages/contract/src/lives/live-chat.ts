import { z } from "zod";
import { Text } from "../text.ts";

export const MAX_LIVE_CHAT_TEXT_LENGTH = 300;
export const MAX_LIVE_CHAT_NAME_LENGTH = 30;
export const MAX_LIVE_CHAT_CONSENT_LENGTH = 1_000;
export const MAX_LIVE_CHAT_HELD_WORDS = 200;
export const MAX_LIVE_CHAT_SLOW_SEC = 300;
export const LIVE_CHAT_RETENTION_DAYS = 90;
export const MAX_LIVE_CHAT_RETENTION_DAYS = 3_650;
/** The number of messages shown to viewers who join. */
export const LIVE_CHAT_HISTORY_COUNT = 100;
/** How long a chat stays open after the end of its live. */
export const LIVE_CHAT_CLOSE_DELAY_MS = 300_000;
export const MAX_LIVE_CHAT_TIME_OUT_SEC = 86_400;

/** Who can write; `members` means only signed-in users of the client. */
export const LIVE_CHAT_WRITERS = ["everybody", "members"] as const;
export type LiveChatWriters = (typeof LIVE_CHAT_WRITERS)[number];

export const LIVE_CHAT_KINDS = ["message", "question"] as const;
export type LiveChatKind = (typeof LIVE_CHAT_KINDS)[number];

/** `held`: waiting for a moderator, visible only to its author and moderators. */
export const LIVE_CHAT_STATES = ["shown", "held", "deleted"] as const;
export type LiveChatState = (typeof LIVE_CHAT_STATES)[number];

/** The id that the page gives a message, unique within the chat, so that a message sent twice is stored once. */
export const LiveChatMessageId = Text.regex(/^[A-Za-z0-9_-]{1,64}$/, {
  error: "must be 1 to 64 letters, digits, hyphens and underscores",
});
export const LiveChatText = Text.max(MAX_LIVE_CHAT_TEXT_LENGTH);

/** A message as viewers see it. */
export const LiveChatMessage = z.object({
  id: z.string(),
  /** The sequence number of the message's last change in the chat. */
  seq: z.number(),
  /** The sequence number of the message's creation. */
  position: z.number(),
  name: z.string(),
  /** Whether the message's author may moderate the chat. */
  isHost: z.boolean(),
  /** Whether the message's author is signed in. */
  isMember: z.boolean(),
  kind: z.enum(LIVE_CHAT_KINDS),
  /** The text; empty once the message is deleted. */
  text: z.string(),
  /** The server's time, in ms since 1970. */
  atMs: z.number(),
  /** The second of the live that its author saw; null before the start. */
  liveSec: z.number().nullable(),
  /** The host's answer to the question; null if there is none. */
  answer: z.object({ name: z.string(), text: z.string() }).nullable(),
  isPinned: z.boolean(),
  isDeleted: z.boolean(),
});
export type LiveChatMessage = z.infer<typeof LiveChatMessage>;

/** The settings that viewers receive. */
export const LiveChatShownSettings = z.object({
  slowSec: z.number(),
  writers: z.enum(LIVE_CHAT_WRITERS),
  /** The consent text that viewers accept before they write; "" for none. */
  consent: z.string(),
});
export type LiveChatShownSettings = z.infer<typeof LiveChatShownSettings>;

/** A message as moderators see it. */
export const ModeratedLiveChatMessage = LiveChatMessage.extend({
  state: z.enum(LIVE_CHAT_STATES),
  /** Identifies the message's author within the chat, and reveals nothing else about them. */
  author: z.string(),
  /** Until when the author may not write, in ISO 8601; null if the author may write. */
  mutedUntil: z.string().nullable(),
  isBanned: z.boolean(),
});
export type ModeratedLiveChatMessage = z.infer<typeof ModeratedLiveChatMessage>;

export const LiveChatSettings = z.strictObject({
  isOn: z.boolean(),
  /** The minimum number of seconds between two messages of a viewer; 0 for no limit. */
  slowSec: z.number().int().min(0).max(MAX_LIVE_CHAT_SLOW_SEC),
  writers: z.enum(LIVE_CHAT_WRITERS),
  /** The words that make a message wait for a moderator's approval. */
  heldWords: z.array(Text.trim().min(1).max(50)).max(MAX_LIVE_CHAT_HELD_WORDS),
  consent: Text.trim().max(MAX_LIVE_CHAT_CONSENT_LENGTH),
  /** The number of days after which messages are removed. */
  keptDays: z.number().int().min(1).max(MAX_LIVE_CHAT_RETENTION_DAYS),
});
export type LiveChatSettings = z.infer<typeof LiveChatSettings>;

export const LiveChatView = LiveChatSettings.extend({
  /** The revision of the settings, raised with each change; 0 before the first change. */
  revision: z.number(),
  /** The sequence number of the last change in the chat. */
  seq: z.number(),
  /** Whether viewers may write now. */
  isOpen: z.boolean(),
  messageCount: z.number(),
  heldCount: z.number(),
});
export type LiveChatView = z.infer<typeof LiveChatView>;

/** The reasons for which a message is rejected. */
export const LIVE_CHAT_REFUSALS = [
  "closed",
  "empty",
  "name_invalid",
  "name_taken",
  "members_only",
  "muted",
  "banned",
  "slow",
  "too_fast",
  "busy",
  "id_used",
] as const;
export type LiveChatRefusal = (typeof LIVE_CHAT_REFUSALS)[number];
