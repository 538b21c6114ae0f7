import { z } from "zod";
import {
  LiveChatMessageId,
  LiveChatSettings,
  LiveChatText,
  LiveChatView,
  MAX_LIVE_CHAT_TIME_OUT_SEC,
  ModeratedLiveChatMessage,
} from "../lives/live-chat.ts";
import { defineRoute } from "../route.ts";
import { integerText, Text, Uuid } from "../text.ts";

/** The parameters of paths that contain a live's uuid. */
const LiveParams = z.object({ id: Uuid });
const LiveMessageParams = LiveParams.extend({ messageId: LiveChatMessageId });
const ChangePosition = integerText(z.number().int().min(0).max(Number.MAX_SAFE_INTEGER));

/** Maximum number of messages in one response. */
export const MAX_LIVE_CHAT_PAGE_SIZE = 200;

/** The chat of a live. Every call fails with `video_not_found` for other videos. */
export const liveChatRoutes = {
  getLiveChat: defineRoute({
    method: "GET",
    path: "/api/live-chats/{id}",
    guard: "member",
    scope: "lives:read",
    summary: "Get the settings and the state of the chat of a live",
    params: LiveParams,
    response: LiveChatView,
  }),
  setLiveChat: defineRoute({
    method: "PUT",
    path: "/api/live-chats/{id}",
    guard: "editor",
    scope: "lives:write",
    summary: "Turn the chat of a live on or off, and change its settings; off by default",
    params: LiveParams,
    body: LiveChatSettings.partial().extend({
      /**
       * The revision that the user edited. If another change has been saved since, the call fails with `edit_conflict`. Without a
       * revision, the last change takes effect.
       */
      revision: z.number().int().min(0).max(2_147_483_647).optional(),
    }),
    response: LiveChatView,
  }),
  listLiveChatMessages: defineRoute({
    method: "GET",
    path: "/api/live-chats/{id}/messages",
    guard: "editor",
    scope: "lives:read",
    summary:
      "List messages of a chat in order: the latest, those before a position, or those changed since one",
    params: LiveParams,
    query: z.strictObject({
      since: ChangePosition.optional(),
      before: ChangePosition.optional(),
      /** `held`: messages awaiting a moderator; `questions`: unanswered ones. */
      only: z.enum(["all", "held", "questions"]).default("all"),
    }),
    response: z.object({
      messages: z.array(ModeratedLiveChatMessage),
      /** The position from which `since` continues. */
      seq: z.number(),
      hasMore: z.boolean(),
    }),
  }),
  writeLiveChatMessage: defineRoute({
    method: "POST",
    path: "/api/live-chats/{id}/messages",
    isQuestion: true,
    guard: "editor",
    scope: "noKey",
    summary: "Write in the chat of a live as its host; a repeated `messageId` changes nothing",
    params: LiveParams,
    body: z.strictObject({ messageId: LiveChatMessageId, text: LiveChatText }),
    response: ModeratedLiveChatMessage,
    status: 201,
  }),
  moderateLiveChatMessage: defineRoute({
    method: "PUT",
    path: "/api/live-chats/{id}/messages/{messageId}",
    guard: "editor",
    scope: "lives:write",
    summary: "Show, delete, pin or answer a message; a chat has one pinned message at a time",
    params: LiveMessageParams,
    body: z.strictObject({
      state: z.enum(["shown", "deleted"]).optional(),
      isPinned: z.boolean().optional(),
      /** The answer to a question; "" removes it. */
      answer: LiveChatText.optional(),
    }),
    response: ModeratedLiveChatMessage,
  }),
  moderateLiveChatAuthor: defineRoute({
    method: "PUT",
    path: "/api/live-chats/{id}/authors/{author}",
    guard: "editor",
    scope: "lives:write",
    summary: "Time out or ban the author of a message, or lift it; a ban can delete their messages",
    params: LiveParams.extend({ author: Text.regex(/^[A-Za-z0-9_-]{1,64}$/) }),
    body: z.strictObject({
      /** The number of seconds for which the author may not write; 0 ends a time-out. */
      mutedForSec: z.number().int().min(0).max(MAX_LIVE_CHAT_TIME_OUT_SEC).optional(),
      /** Whether the author is banned; a ban applies to the viewer's browser and network. */
      isBanned: z.boolean().optional(),
      deletesMessages: z.boolean().default(false),
    }),
  }),
  exportLiveChat: defineRoute({
    method: "GET",
    path: "/api/live-chats/{id}/export",
    guard: "editor",
    scope: "lives:read",
    summary: "Download the messages of a chat as CSV, each with its second in the live",
    params: LiveParams,
  }),
} as const;
