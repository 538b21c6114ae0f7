import { CLEANING_PAUSE_MS, defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { DB, ON_ERROR } from "../../../platform/needs.ts";
import { type ChatReplayService, createChatReplayService } from "./chat-replay.service.ts";
import { type ChatSyncService, createChatSyncService } from "./chat-sync.service.ts";
import { pruneMessages } from "./live-chats.repository.ts";
import { registerEdgeChatRoutes, registerLiveChatRoutes } from "./live-chats.routes.ts";
import { createLiveChatsService, type LiveChatsService } from "./live-chats.service.ts";
import { archiveStarts, liveChatTables } from "./live-chats.table.ts";

export { readDescribedChat } from "./chat-replay.service.ts";

const LIVE_CHATS = need<LiveChatsService>("live chats");
const CHAT_SYNC = need<ChatSyncService>("what edges bring of live chats");
const CHAT_REPLAYS = need<ChatReplayService>("replays of live chats");

/** The maximum number of rows that one statement removes. */
const PRUNED_PER_STATEMENT = 10_000;

export const liveChatsModule = defineModule({
  name: "live-chats",
  migrations: { "087-live-chats": liveChatTables, "088-archive-starts": archiveStarts },
  services: [
    provide(LIVE_CHATS, { db: DB }, createLiveChatsService),
    provide(CHAT_SYNC, { db: DB, onError: ON_ERROR }, createChatSyncService),
    provide(CHAT_REPLAYS, { db: DB }, createChatReplayService),
  ],
  routes: using({ liveChats: LIVE_CHATS }, ({ liveChats }, app, guardFor) =>
    registerLiveChatRoutes(app, guardFor, liveChats),
  ),
  internalRoutes: using({ sync: CHAT_SYNC, replays: CHAT_REPLAYS }, (services, internal, guardFor) =>
    registerEdgeChatRoutes(internal, guardFor, services),
  ),
  schedules: using({ db: DB }, ({ db }) => [
    {
      async run() {
        while ((await pruneMessages(db, PRUNED_PER_STATEMENT)) === PRUNED_PER_STATEMENT);
      },
      pauseMs: CLEANING_PAUSE_MS,
    },
  ]),
});
