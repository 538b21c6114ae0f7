import { z } from "zod";
import {
  LIVE_CHAT_KINDS,
  LIVE_CHAT_REFUSALS,
  LiveChatMessage,
  LiveChatMessageId,
  LiveChatShownSettings,
  LiveChatText,
  MAX_LIVE_CHAT_NAME_LENGTH,
} from "../lives/live-chat.ts";
import { defineRoute } from "../route.ts";
import { decimalText, Text, Uuid } from "../text.ts";

/** The number of live chats that one synchronisation between an edge and the api can contain. */
export const MAX_LIVE_CHAT_SYNC_ROOMS = 500;
/** The number of chat messages that one synchronisation between an edge and the api can contain. */
export const MAX_LIVE_CHAT_SYNC_MESSAGES = 500;
/** The maximum number of changed messages of a chat in one response; the next call continues with the rest. */
export const MAX_LIVE_CHAT_SYNC_CHANGES = 500;

const SentLiveChatMessage = z.strictObject({
  live: Uuid,
  id: LiveChatMessageId,
  /** The author of a message and their network, as keyed digests that identify nobody. */
  author: Text.regex(/^[A-Za-z0-9_-]{1,64}$/),
  network: Text.regex(/^[A-Za-z0-9_-]{1,64}$/),
  /** A user of the client, whom a preview identifies. */
  userUuid: Uuid.exactOptional(),
  name: Text.max(4 * MAX_LIVE_CHAT_NAME_LENGTH),
  kind: z.enum(LIVE_CHAT_KINDS),
  text: LiveChatText,
  /** How far behind the live the author is, as reported by their player. */
  lagMs: z.number().int().min(0).max(120_000),
});
export type SentLiveChatMessage = z.infer<typeof SentLiveChatMessage>;

const LiveChatResult = z.object({
  live: z.string(),
  id: z.string(),
  author: z.string(),
  /** The state as saved in the database; `refused` if the message was not saved. */
  state: z.enum(["shown", "held", "refused"]),
  refusal: z.enum(LIVE_CHAT_REFUSALS).nullable(),
  /** When to retry writing; null if unknown. */
  retryAfterSec: z.number().nullable(),
});
export type LiveChatResult = z.infer<typeof LiveChatResult>;

const LiveChatRoomChanges = z.object({
  live: z.string(),
  /** Whether the chat is on and its video exists. */
  isOn: z.boolean(),
  /** Whether viewers may write. */
  isOpen: z.boolean(),
  settings: LiveChatShownSettings,
  messages: z.array(LiveChatMessage),
  seq: z.number(),
});
export type LiveChatRoomChanges = z.infer<typeof LiveChatRoomChanges>;

export const liveChatInternalRoutes = {
  /**
   * Sends an edge's updates of all chats to the api, and returns those of the api. An edge makes one such call at a time, several times a
   * second.
   */
  syncLiveChats: defineRoute({
    method: "POST",
    path: "/internal/live-chats/sync",
    guard: "public",
    summary: "Write messages of viewers, and ask what changed in chats",
    maxBodyBytes: 2_000_000,
    body: z.strictObject({
      /** The last position that the edge knows of each chat; null for a new chat. */
      rooms: z
        .array(z.strictObject({ live: Uuid, since: z.number().int().min(0).nullable() }))
        .max(MAX_LIVE_CHAT_SYNC_ROOMS),
      messages: z.array(SentLiveChatMessage).max(MAX_LIVE_CHAT_SYNC_MESSAGES),
    }),
    response: z.object({ results: z.array(LiveChatResult), rooms: z.array(LiveChatRoomChanges) }),
  }),
  /** The chat messages that belong to a section of a recording: an archive, a cut or a clip. */
  replayLiveChat: defineRoute({
    method: "GET",
    path: "/internal/live-chats/{video}/replay",
    guard: "public",
    summary: "Messages beside some seconds of a recording, with its seconds",
    params: z.object({ video: Uuid }),
    query: z.strictObject({
      from: decimalText(z.number().min(0).max(1e7)),
      to: decimalText(z.number().min(0).max(1e7)),
    }),
    response: z.object({ messages: z.array(LiveChatMessage) }),
  }),
} as const;
