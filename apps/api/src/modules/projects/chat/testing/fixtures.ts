import { sql } from "kysely";
import type { Database } from "../../../../platform/database.ts";
import type { FixtureCaller, FixtureOwner, ModuleFixtures } from "../../../../testing/fixtures.ts";

const room = ({ thingUuid }: FixtureOwner) => ({ params: { id: thingUuid } });
const inRoom = ({ thingUuid }: FixtureOwner) => ({ params: { roomId: thingUuid } });
const message = ({ thingUuid }: FixtureOwner) => ({ params: { roomId: thingUuid, messageId: thingUuid } });
/** A message written by the caller, with the caller's uuid. */
const ownMessage = ({ thingUuid }: FixtureOwner, caller: FixtureCaller | undefined) => ({
  params: { roomId: thingUuid, messageId: caller?.userUuid ?? thingUuid },
});
/** A room owned by the caller, with the caller's uuid. */
const ownRoom = ({ thingUuid }: FixtureOwner, caller: FixtureCaller | undefined) => ({
  params: { id: caller?.userUuid ?? thingUuid },
});
/** The parameters of the support room, which has the uuid of the client's video. */
const support = ({ videoUuid }: FixtureOwner) => ({ params: { id: videoUuid } });
const reaction = ({ thingUuid }: FixtureOwner) => ({
  params: { messageId: thingUuid },
  body: { reaction: "🎉", roomId: thingUuid },
});
const mentions = ({ marker }: FixtureOwner) => [`user-${marker}`];

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
    getChatRoom: room,
    createChatRoom: () => ({ body: { roomName: "Another", users: [] } }),
    getLastChatMessage: room,
    checkPrivateChatRoom: ({ userUuid }) => ({ params: { id: userUuid } }),
    createChatMessage: (owner) => ({
      ...inRoom(owner),
      body: { content: "Another", replyMessage: owner.thingUuid, mentions: mentions(owner) },
    }),
    listChatMessagePage: inRoom,
    addChatFile: inRoom,
    addChatReaction: reaction,
    deleteChatReaction: reaction,
    markChatMessageSeen: ({ thingUuid }) => ({ params: { id: thingUuid }, body: { roomId: thingUuid } }),
    updateChatMessage: (owner, caller) => ({
      ...ownMessage(owner, caller),
      body: { content: "Another", mentions: mentions(owner) },
    }),
    deleteChatMessage: ownMessage,
    listChatRooms: ({ thingUuid }) => ({ query: { cursor: `0.1.${thingUuid}` } }),
    updateChatRoom: (owner, caller) => ({ ...ownRoom(owner, caller), body: { roomName: "Another" } }),
    addChatPeople: (owner, caller) => ({ ...ownRoom(owner, caller), body: { users: mentions(owner) } }),
    removeChatPerson: (owner, caller) => ({
      params: { ...ownRoom(owner, caller).params, user: `user-${owner.marker}` },
    }),
    chooseForChatRoom: room,
    openProjectChatRoom: room,
    listSupportChatRooms: () => ({ query: { cursor: "1" } }),
    handOverSupportChatRoom: (owner) => ({ ...support(owner), body: { user: null } }),
    listChatMessages: room,
    listChatChanges: (owner) => ({ ...room(owner), query: { since: 0 } }),
    catchUpChat: ({ thingUuid }) => ({ body: { rooms: [{ room: thingUuid, since: 0 }] } }),
    markChatRead: (owner) => ({ ...room(owner), body: { position: 1 } }),
    pinChatMessage: (owner) => ({ ...message(owner), body: { isPinned: true } }),
    listChatPins: room,
    forwardChatMessage: ({ thingUuid }) => ({
      params: { id: thingUuid },
      body: { fromRoom: thingUuid, fromMessage: thingUuid },
    }),
    searchChat: ({ thingUuid }) => ({ query: { search: "words", cursor: `1.${thingUuid}.${thingUuid}` } }),
  },
};
