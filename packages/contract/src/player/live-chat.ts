import { z } from "zod";
import {
  LIVE_CHAT_KINDS,
  type LiveChatMessage,
  LiveChatMessageId,
  type LiveChatRefusal,
  type LiveChatShownSettings,
  LiveChatText,
  MAX_LIVE_CHAT_NAME_LENGTH,
} from "../lives/live-chat.ts";
import { Text } from "../text.ts";

/** The chat of a live on an edge: a WebSocket with JSON messages. */
export const LIVE_CHAT_PATH = "/live-chat";
/**
 * The chat messages of a recording: `GET /live-chat-replay?ticket=…&from=…`, where `from` is a multiple of
 * `LIVE_CHAT_REPLAY_WINDOW_SEC`.
 */
export const LIVE_CHAT_REPLAY_PATH = "/live-chat-replay";
/** The number of seconds of a recording that one response covers. */
export const LIVE_CHAT_REPLAY_WINDOW_SEC = 60;
export const MAX_LIVE_CHAT_MESSAGE_BYTES = 8_000;

/** The messages of a page. The first is `join`. */
export const LiveChatRequest = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("join"),
    /** The ticket of the play session. */
    ticket: Text.max(4_000),
    /** A random id of this browser, which only the edge learns. */
    viewer: Text.regex(/^[A-Za-z0-9_-]{16,64}$/),
  }),
  z.strictObject({
    type: z.literal("write"),
    id: LiveChatMessageId,
    name: Text.max(4 * MAX_LIVE_CHAT_NAME_LENGTH),
    kind: z.enum(LIVE_CHAT_KINDS),
    text: LiveChatText,
    /** How far playback is behind the live. */
    lagMs: z.number().int().min(0).max(120_000).exactOptional(),
    /** Whether the viewer agreed to the consent text. */
    hasAgreed: z.boolean(),
  }),
]);
export type LiveChatRequest = z.infer<typeof LiveChatRequest>;

/**
 * Why the page is disconnected: the ticket is invalid or expired; the viewer lost access; the chat is off; there are too many connections.
 * The connection closes afterwards.
 */
export type LiveChatDenial = "invalid" | "denied" | "off" | "busy";

/** A message to the page. */
export type LiveChatAnswer =
  | {
      type: "joined";
      settings: LiveChatShownSettings;
      isOpen: boolean;
      /** Whether the viewer is signed in, so that the name of their account is used. */
      isMember: boolean;
      messages: LiveChatMessage[];
      seq: number;
    }
  /** New or changed messages in their current state, and the settings if they changed. */
  | {
      type: "batch";
      messages: LiveChatMessage[];
      seq: number;
      settings?: LiveChatShownSettings;
      isOpen?: boolean;
    }
  /** To the author: the message is stored and survives any failure. */
  | { type: "written"; id: string; state: "shown" | "held" }
  | { type: "refused"; id: string; reason: LiveChatRefusal | "consent"; retryAfterSec: number | null }
  /** Whether messages have to wait because they cannot be stored at the moment. */
  | { type: "away"; isAway: boolean }
  | { type: "denied"; reason: LiveChatDenial };
