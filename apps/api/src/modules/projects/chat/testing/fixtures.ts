import { sql } from "kysely";
import type { Database } from "../../../../platform/database.ts";
import type { FixtureCaller, FixtureOwner, ModuleFixtures } from "../../../../testing/fixtures.ts";

const roomParams = ({ thingUuid }: FixtureOwner) => ({ params: { id: thingUuid } });
const roomIdParams = ({ thingUuid }: FixtureOwner) => ({ params: { roomId: thingUuid } });
const messageParams = ({ thingUuid }: FixtureOwner) => ({
  params: { roomId: thingUuid, messageId: thingUuid },
});
/** A message written by the caller, with the caller's uuid. */
const ownMessageParams = ({ thingUuid }: FixtureOwner, caller: FixtureCaller | undefined) => ({
  params: { roomId: thingUuid, messageId: caller?.userUuid ?? thingUuid },
});
/** A room owned by the caller, with the caller's uuid. */
const ownRoomParams = ({ thingUuid }: FixtureOwner, caller: FixtureCaller | undefined) => ({
  params: { id: caller?.userUuid ?? thingUuid },
});
/** The parameters of the support room, which has the uuid of the client's video. */
const supportRoomParams = ({ videoUuid }: FixtureOwner) => ({ params: { id: videoUuid } });
const reactionCall = ({ thingUuid }: FixtureOwner) => ({
  params: { messageId: thingUuid },
  body: { reaction: "🎉", roomId: thingUuid },
});
const mentionedUsers = ({ marker }: FixtureOwner) => [`user-${marker}`];

const roomOfCaller = (
  db: Database,
  { clientUuid, userUuid: owner, thingUuid, marker }: FixtureOwner,
  { userUuid }: FixtureCaller,
) => [
  db.insertInto("chat_rooms").values({
    uuid: userUuid,
    client_uuid: clientUuid,
    kind: "custom",
    name: marker,
    owner_uuid: userUuid,
  }),
  db.insertInto("chat_members").values(
    [
      { room_uuid: thingUuid, user_uuid: userUuid },
      { room_uuid: userUuid, user_uuid: userUuid },
      { room_uuid: userUuid, user_uuid: owner },
    ].map((member) => ({ ...member, client_uuid: clientUuid })),
  ),
  db.insertInto("chat_messages").values({
    room_uuid: thingUuid,
    id: userUuid,
    client_uuid: clientUuid,
    // The position is unique within the room.
    position: sql<number>`(SELECT max(position) + 1 FROM chat_messages WHERE room_uuid = ${thingUuid})`,
    seq: sql<number>`(SELECT max(seq) + 1 FROM chat_messages WHERE room_uuid = ${thingUuid})`,
    sender_uuid: userUuid,
    sender_name: marker,
    text: marker,
    mentions: [],
    mention_uuids: [],
  }),
];

/** A room with one message that has a file and a reaction, and the support room. */
export const chatFixtures: ModuleFixtures = {
  table: "chat_rooms",
  insertsFor: (db, { clientUuid, userUuid, marker, thingUuid, videoUuid }) => [
    db.insertInto("chat_rooms").values([
      {
        uuid: thingUuid,
        client_uuid: clientUuid,
        kind: "custom",
        name: marker,
        owner_uuid: userUuid,
        seq: 1_000,
        last_position: 1,
      },
      {
        uuid: videoUuid,
        client_uuid: clientUuid,
        kind: "support",
        name: "",
        owner_uuid: null,
        seq: 0,
        last_position: 0,
      },
    ]),
    db
      .insertInto("chat_members")
      .values({ room_uuid: thingUuid, client_uuid: clientUuid, user_uuid: userUuid }),
    db.insertInto("chat_messages").values({
      room_uuid: thingUuid,
      id: thingUuid,
      client_uuid: clientUuid,
      position: 1,
      seq: 1,
      sender_uuid: userUuid,
      sender_name: marker,
      text: marker,
      mentions: [],
      mention_uuids: [],
    }),
    db.insertInto("chat_reactions").values({
      room_uuid: thingUuid,
      message_id: thingUuid,
      client_uuid: clientUuid,
      user_uuid: userUuid,
      name: marker,
      emoji: "👍",
    }),
    db.insertInto("chat_files").values({
      uuid: thingUuid,
      room_uuid: thingUuid,
      message_id: thingUuid,
      client_uuid: clientUuid,
      object_uuid: thingUuid,
      name: marker,
      media_type: "application/pdf",
      size_bytes: 1,
    }),
  ],
  insertsForCaller: roomOfCaller,
  // An administrator who views a client is not a member of its projects.
  insertsForViewer: (db, owner, caller) => [
    ...roomOfCaller(db, owner, caller),
    db.insertInto("project_collaborators").values({
      project_uuid: owner.thingUuid,
      client_uuid: owner.clientUuid,
      user_uuid: caller.userUuid,
      username: caller.userUuid,
      role: "viewer",
    }),
  ],
  targets: {
    getChatRoom: roomParams,
    createChatRoom: () => ({ body: { roomName: "Another", users: [] } }),
    getLastChatMessage: roomParams,
    checkPrivateChatRoom: ({ userUuid }) => ({ params: { id: userUuid } }),
    createChatMessage: (owner) => ({
      ...roomIdParams(owner),
      body: { content: "Another", replyMessage: owner.thingUuid, mentions: mentionedUsers(owner) },
    }),
    listChatMessagePage: roomIdParams,
    addChatFile: roomIdParams,
    addChatReaction: reactionCall,
    deleteChatReaction: reactionCall,
    markChatMessageSeen: ({ thingUuid }) => ({ params: { id: thingUuid }, body: { roomId: thingUuid } }),
    updateChatMessage: (owner, caller) => ({
      ...ownMessageParams(owner, caller),
      body: { content: "Another", mentions: mentionedUsers(owner) },
    }),
    deleteChatMessage: ownMessageParams,
    listChatRooms: ({ thingUuid }) => ({ query: { cursor: `0.1.${thingUuid}` } }),
    updateChatRoom: (owner, caller) => ({ ...ownRoomParams(owner, caller), body: { roomName: "Another" } }),
    addChatPeople: (owner, caller) => ({
      ...ownRoomParams(owner, caller),
      body: { users: mentionedUsers(owner) },
    }),
    removeChatPerson: (owner, caller) => ({
      params: { ...ownRoomParams(owner, caller).params, user: `user-${owner.marker}` },
    }),
    chooseForChatRoom: roomParams,
    openProjectChatRoom: roomParams,
    listSupportChatRooms: () => ({ query: { cursor: "1" } }),
    handOverSupportChatRoom: (owner) => ({ ...supportRoomParams(owner), body: { user: null } }),
    listChatMessages: roomParams,
    listChatChanges: (owner) => ({ ...roomParams(owner), query: { since: 0 } }),
    catchUpChat: ({ thingUuid }) => ({ body: { rooms: [{ room: thingUuid, since: 0 }] } }),
    markChatRead: (owner) => ({ ...roomParams(owner), body: { position: 1 } }),
    pinChatMessage: (owner) => ({ ...messageParams(owner), body: { isPinned: true } }),
    listChatPins: roomParams,
    forwardChatMessage: ({ thingUuid }) => ({
      params: { id: thingUuid },
      body: { fromRoom: thingUuid, fromMessage: thingUuid },
    }),
    searchChat: ({ thingUuid }) => ({ query: { search: "words", cursor: `1.${thingUuid}.${thingUuid}` } }),
  },
};
