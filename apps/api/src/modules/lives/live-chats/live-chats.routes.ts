import { Readable } from "node:stream";
import { routes } from "@shoal/contract";
import { liveChatInternalRoutes } from "@shoal/contract/edge";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { ChatReplayService } from "./chat-replay.service.ts";
import type { ChatSyncService } from "./chat-sync.service.ts";
import type { LiveChatsService } from "./live-chats.service.ts";

export function registerLiveChatRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  liveChats: LiveChatsService,
): void {
  bindRoutes(app, guardFor, routes, {
    getLiveChat: ({ actor, params }) => liveChats.getLiveChat(actor, params.id),
    setLiveChat: ({ actor, params, body }) => liveChats.setLiveChat(actor, params.id, body),
    listLiveChatMessages: ({ actor, params, query }) => liveChats.listMessages(actor, params.id, query),
    writeLiveChatMessage: ({ actor, params, body }) => liveChats.write(actor, params.id, body),
    moderateLiveChatMessage: ({ actor, params, body }) =>
      liveChats.moderateMessage(actor, params.id, params.messageId, body),
    moderateLiveChatAuthor: ({ actor, params, body }) =>
      liveChats.moderateAuthor(actor, params.id, params.author, body),
    exportLiveChat: async ({ actor, params, reply }) => {
      const lines = await liveChats.exportCsv(actor, params.id);
      reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", `attachment; filename="chat-${params.id}.csv"`)
        .header("cache-control", "no-store");
      return Readable.from(lines) as never;
    },
  });
}

/** Registers the chat routes that edges call. */
export function registerEdgeChatRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  { sync, replays }: { sync: ChatSyncService; replays: ChatReplayService },
): void {
  bindRoutes(app, guardFor, liveChatInternalRoutes, {
    syncLiveChats: ({ body }) => sync.sync(body.rooms, body.messages),
    replayLiveChat: async ({ params, query }) => ({
      messages: await replays.replay(params.video, query.from, query.to),
    }),
  });
}
