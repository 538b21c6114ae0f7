import type { ChatRoomSummary, ChatRoomView, SeenChatMessage } from "@shoal/contract";

const SAMPLE_TIME = "2026-03-04T05:06:07.000Z";

/** Returns a message by another person, with defaults for all fields that are not given. */
export function sampleMessage(own: Partial<SeenChatMessage> = {}): SeenChatMessage {
  const position = own.position ?? 1;
  return {
    _id: `message-${position}`,
    roomId: "room-1",
    sender_id: "user-2",
    sender: "anna",
    isAgent: false,
    content: `Text ${position}`,
    timestamp: SAMPLE_TIME,
    files: [],
    replyMessage: null,
    reactions: [],
    edited: false,
    deleted: false,
    mentions: [],
    mentionsRoom: false,
    forwarded: null,
    pinnedBy: null,
    position,
    seq: position,
    revision: 1,
    seen: {},
    ...own,
  };
}

/** Returns a room of a team without unread messages. */
export function sampleRoom(own: Partial<ChatRoomSummary> = {}): ChatRoomSummary {
  return {
    uuid: "room-1",
    roomName: "Cutters",
    type: "team",
    kind: "team",
    team: "team-1",
    project: null,
    with: null,
    support: null,
    peopleCount: 3,
    lastMessage: null,
    lastUpdated: SAMPLE_TIME,
    seq: 0,
    lastPosition: 0,
    readPosition: 0,
    unreadCount: 0,
    mentionCount: 0,
    isMuted: false,
    isStarred: false,
    isArchived: false,
    standing: "member",
    can: ["write", "mentionRoom", "pin"],
    ...own,
  };
}

/** Returns a sample room with its members. */
export const sampleRoomView = (room: ChatRoomSummary): ChatRoomView => ({
  ...room,
  users: ["manager", "anna"],
  people: [
    { uuid: "user-1", username: "manager", standing: "member", readPosition: 0 },
    { uuid: "user-2", username: "anna", standing: "member", readPosition: 0 },
  ],
  createdAt: SAMPLE_TIME,
  revision: 1,
});
