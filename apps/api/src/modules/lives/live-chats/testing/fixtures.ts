import type { ModuleFixtures } from "../../../../testing/fixtures.ts";

const AUTHOR_DIGEST = "author-of-the-thing";

export const liveChatFixtures: ModuleFixtures = {
  table: "live_chat_messages",
  insertsFor: (db, { clientUuid, marker, liveUuid, thingUuid }) => [
    db.insertInto("live_chats").values({ video_uuid: liveUuid, client_uuid: clientUuid, consent: marker }),
    db.insertInto("live_chat_authors").values({
      video_uuid: liveUuid,
      client_uuid: clientUuid,
      author: AUTHOR_DIGEST,
      network: "network",
      name: marker,
      name_key: marker,
    }),
    db.insertInto("live_chat_messages").values({
      video_uuid: liveUuid,
      client_uuid: clientUuid,
      id: thingUuid,
      author: AUTHOR_DIGEST,
      position: 1,
      seq: 1,
      name: marker,
      kind: "message",
      text: marker,
      state: "shown",
      seen_at: new Date(),
    }),
  ],
  targets: {
    getLiveChat: ({ liveUuid }) => ({ params: { id: liveUuid } }),
    setLiveChat: ({ liveUuid }) => ({ params: { id: liveUuid } }),
    listLiveChatMessages: ({ liveUuid }) => ({ params: { id: liveUuid } }),
    writeLiveChatMessage: ({ liveUuid }) => ({ params: { id: liveUuid } }),
    moderateLiveChatMessage: ({ liveUuid, thingUuid }) => ({
      params: { id: liveUuid, messageId: thingUuid },
    }),
    moderateLiveChatAuthor: ({ liveUuid }) => ({ params: { id: liveUuid, author: AUTHOR_DIGEST } }),
    exportLiveChat: ({ liveUuid }) => ({ params: { id: liveUuid } }),
  },
};
