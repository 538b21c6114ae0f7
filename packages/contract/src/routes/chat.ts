import { z } from "zod";
import { createPageSchema } from "../list.ts";
import {
  CHAT_PAGE_SIZE,
  CHAT_ROOM_KINDS,
  ChatChanges,
  ChatFileFields,
  ChatMessageId,
  ChatMessages,
  ChatMessageView,
  ChatPosition,
  ChatReaction,
  ChatRoomChoices,
  ChatRoomName,
  ChatRoomSummary,
  ChatRoomView,
  ChatSettings,
  ChatUser,
  CreateChatMessage,
  CreateChatRoom,
  MAX_CHAT_CATCH_UP_COUNT,
  MAX_CHAT_PAGE_SIZE,
  MAX_CHAT_PEOPLE,
  SeenChatMessage,
  UpdateChatMessage,
} from "../projects/chat.ts";
import { defineRoute } from "../route.ts";
import { integerText, LooseMoment, Text, Uuid } from "../text.ts";

const RoomId = z.object({ id: Uuid });
const RoomParams = z.object({ roomId: Uuid });
const RoomMessageParams = RoomParams.extend({ messageId: ChatMessageId });
const MessageParams = z.object({ messageId: ChatMessageId });
const PositionParameter = integerText(ChatPosition);
const pageLimit = (usual: number) =>
  integerText(z.number().int().min(1).max(MAX_CHAT_PAGE_SIZE)).default(usual);
const PageNumber = integerText(z.number().int().min(1).max(1_000_000)).default(1);
/** The `next` of the previous page. */
const PageCursor = Text.max(200).optional();
const PageSize = pageLimit(CHAT_PAGE_SIZE);
const SearchWords = Text.trim().min(1).max(200);

export const ChatRoomListQuery = z.strictObject({
  cursor: PageCursor,
  limit: pageLimit(50),
  /** The kind of rooms to list; "team" includes rooms of projects. */
  kind: z.enum([...CHAT_ROOM_KINDS, "all"]).default("all"),
  /** The rooms that the caller archived, which other lists do not include. */
  isArchived: z.enum(["true", "false"]).default("false"),
  /** Searches names of rooms and of people. */
  search: SearchWords.optional(),
});
export type ChatRoomListQuery = z.infer<typeof ChatRoomListQuery>;

/** If several are given, the first applies; if none, the latest messages are listed. */
export const ChatMessageListQuery = z.strictObject({
  /** Lists the messages before this place. */
  before: PositionParameter.optional(),
  /** Lists the messages after this place. */
  after: PositionParameter.optional(),
  /** The place around which messages are listed: half of the page contains earlier messages, the other half begins at this place. */
  around: PositionParameter.optional(),
  /** Lists the messages around this message. */
  aroundMessage: ChatMessageId.optional(),
  /** Lists the messages around the first one at or after this time. */
  aroundDate: LooseMoment.optional(),
  limit: pageLimit(50),
});
export type ChatMessageListQuery = z.infer<typeof ChatMessageListQuery>;

/**
 * Chat (§7). Every call fails with `chat_room_not_found` for a room that the caller is not in, and with
 * `chat_message_not_found` for an unknown message. Messages, reactions and reads are not recorded in the audit log.
 */
export const chatRoutes = {
  getChatRoom: defineRoute({
    method: "GET",
    path: "/api/chatRooms/{id}",
    isOldCall: true,
    guard: "member",
    scope: "chat:read",
    summary: "Get a room with its people, by its uuid or by that of its team or project",
    params: RoomId,
    response: ChatRoomView,
  }),
  listChatRoomPage: defineRoute({
    method: "GET",
    path: "/api/chatRooms",
    isOldCall: true,
    guard: "member",
    scope: "noKey",
    summary: "List the caller's rooms by page, latest message first",
    query: z.strictObject({ roomPage: PageNumber, roomsPerPage: PageSize }),
    response: createPageSchema(ChatRoomView),
  }),
  createChatRoom: defineRoute({
    method: "POST",
    path: "/api/chatRooms",
    isOldCall: true,
    guard: "member",
    scope: "noKey",
    summary:
      "Create a room; with one user and no name it is private, and fails with `private_room_exists` if there is one",
    body: CreateChatRoom,
    response: ChatRoomView,
    status: 201,
  }),
  listAllChatRooms: defineRoute({
    method: "GET",
    path: "/api/allChatRooms",
    isOldCall: true,
    guard: "member",
    scope: "noKey",
    summary: "List all of the caller's rooms, latest message first",
    response: z.array(ChatRoomSummary),
  }),
  getLastChatMessage: defineRoute({
    method: "GET",
    path: "/api/chatRoom/{id}/lastMessage",
    isOldCall: true,
    guard: "member",
    scope: "noKey",
    summary: "Get the last message of a room; null when it has none",
    params: RoomId,
    response: z.object({ lastMessage: SeenChatMessage.nullable() }),
  }),
  checkPrivateChatRoom: defineRoute({
    method: "GET",
    path: "/api/chatRoom/checkPrivate/{id}",
    isOldCall: true,
    guard: "member",
    scope: "noKey",
    summary:
      "Check that the caller has no private room with a user; otherwise returns 404 with a message to show",
    params: z.object({ id: ChatUser }),
    response: z.object({ isFree: z.boolean() }),
  }),
  checkUnseenMessages: defineRoute({
    method: "GET",
    path: "/api/checkUnseenMessages",
    isOldCall: true,
    guard: "member",
    scope: "noKey",
    summary:
      "Count the caller's unread messages, up to 100: in rooms neither muted nor archived, and mentions in muted ones",
    response: z.object({ unseenMessages: z.number() }),
  }),
  createChatMessage: defineRoute({
    method: "POST",
    path: "/api/chatMessages/{roomId}",
    isOldCall: true,
    isQuestion: true,
    guard: "member",
    scope: "chat:write",
    summary: "Write a message; repeating a `messageId` returns the existing message",
    params: RoomParams,
    body: CreateChatMessage,
    response: SeenChatMessage,
    status: 201,
  }),
  listChatMessagePage: defineRoute({
    method: "GET",
    path: "/api/chatMessages/{roomId}",
    isOldCall: true,
    guard: "member",
    scope: "noKey",
    summary: "List the messages of a room by pages, the latest first",
    params: RoomParams,
    query: z.strictObject({ messagePage: PageNumber, messagesPerPage: PageSize }),
    response: createPageSchema(SeenChatMessage),
  }),
  addChatFile: defineRoute({
    method: "POST",
    path: "/api/chatMessages/file/{roomId}",
    isOldCall: true,
    isQuestion: true,
    guard: "member",
    scope: "noKey",
    summary:
      "Send a file of up to 25 MB; creates a message, or is added to that of the caller with the same `messageId` (10 files at most)",
    params: RoomParams,
    multipart: { file: "file", fields: ChatFileFields },
    response: SeenChatMessage,
    status: 201,
  }),
  addChatReaction: defineRoute({
    method: "POST",
    path: "/api/chatMessages/reaction/{messageId}",
    isOldCall: true,
    isQuestion: true,
    guard: "member",
    scope: "noKey",
    summary: "Add the caller's reaction to a message",
    params: MessageParams,
    body: ChatReaction,
    response: SeenChatMessage,
  }),
  deleteChatReaction: defineRoute({
    method: "DELETE",
    path: "/api/chatMessages/reaction/{messageId}",
    isOldCall: true,
    isQuestion: true,
    guard: "member",
    scope: "noKey",
    summary: "Remove the caller's reaction from a message",
    params: MessageParams,
    body: ChatReaction,
    response: SeenChatMessage,
  }),
  markChatMessageSeen: defineRoute({
    method: "PUT",
    path: "/api/chatMessages/seen/{id}",
    isOldCall: true,
    isQuestion: true,
    guard: "member",
    scope: "noKey",
    summary: "Mark the messages of a room up to this one as read",
    params: z.object({ id: ChatMessageId }),
    body: z.strictObject({ roomId: Uuid }),
    response: z.object({ readPosition: z.number(), unseenMessages: z.number() }),
  }),
  updateChatMessage: defineRoute({
    method: "PUT",
    path: "/api/chatMessages/{roomId}/{messageId}",
    isOldCall: true,
    isQuestion: true,
    guard: "member",
    scope: "noKey",
    summary: "Change one of the caller's messages",
    params: RoomMessageParams,
    body: UpdateChatMessage,
    response: SeenChatMessage,
  }),
  deleteChatMessage: defineRoute({
    method: "DELETE",
    path: "/api/chatMessages/{roomId}/{messageId}",
    isOldCall: true,
    isQuestion: true,
    guard: "member",
    scope: "noKey",
    summary: "Delete a message with its files; only its sender and room owners can",
    params: RoomMessageParams,
    response: SeenChatMessage,
  }),

  listChatRooms: defineRoute({
    method: "GET",
    path: "/api/chat/rooms",
    guard: "member",
    scope: "noKey",
    summary: "List the caller's rooms, starred first, then by latest message",
    query: ChatRoomListQuery,
    response: z.object({
      rooms: z.array(ChatRoomSummary),
      next: z.string().nullable(),
      unseenMessages: z.number(),
    }),
  }),
  updateChatRoom: defineRoute({
    method: "PUT",
    path: "/api/chat/rooms/{id}",
    guard: "member",
    scope: "noKey",
    summary: "Rename a custom room; only its owner can",
    params: RoomId,
    body: z.strictObject({ roomName: ChatRoomName.min(1) }),
    response: ChatRoomView,
  }),
  addChatPeople: defineRoute({
    method: "PUT",
    path: "/api/chat/rooms/{id}/people",
    guard: "member",
    scope: "noKey",
    summary: "Add users to a custom room; they see earlier messages",
    params: RoomId,
    body: z.strictObject({ users: z.array(ChatUser).min(1).max(MAX_CHAT_PEOPLE) }),
    response: ChatRoomView,
  }),
  removeChatPerson: defineRoute({
    method: "DELETE",
    path: "/api/chat/rooms/{id}/people/{user}",
    guard: "member",
    scope: "noKey",
    summary: "Remove someone from a custom room, or leave it; it is deleted with its last member",
    params: RoomId.extend({ user: ChatUser }),
  }),
  chooseForChatRoom: defineRoute({
    method: "PUT",
    path: "/api/chat/rooms/{id}/choices",
    isQuestion: true,
    guard: "member",
    scope: "noKey",
    summary: "Mute, star or archive a room for the caller only",
    params: RoomId,
    body: ChatRoomChoices,
    response: ChatRoomSummary,
  }),
  openProjectChatRoom: defineRoute({
    method: "PUT",
    path: "/api/chat/projects/{id}/room",
    isQuestion: true,
    guard: "member",
    scope: "chat:write",
    summary: "Get the room of a project, created on first request",
    params: RoomId,
    response: ChatRoomView,
  }),
  openSupportChatRoom: defineRoute({
    method: "PUT",
    path: "/api/chat/support/room",
    isQuestion: true,
    guard: "member",
    scope: "noKey",
    summary:
      "Get the client's conversation with the administrators of the installation, created on first request",
    response: ChatRoomView,
  }),
  listSupportChatRooms: defineRoute({
    method: "GET",
    path: "/api/chat/support/rooms",
    guard: "admin",
    scope: "noKey",
    summary: "List the support conversations of all clients, the longest unanswered first",
    query: z.strictObject({ search: SearchWords.optional(), cursor: PageCursor, limit: pageLimit(50) }),
    response: z.object({ rooms: z.array(ChatRoomSummary), next: z.string().nullable() }),
  }),
  handOverSupportChatRoom: defineRoute({
    method: "PUT",
    path: "/api/chat/support/rooms/{id}/assignee",
    guard: "admin",
    scope: "noKey",
    summary: "Assign a support conversation to an administrator, or unassign it",
    params: RoomId,
    body: z.strictObject({ user: ChatUser.nullable() }),
    response: ChatRoomView,
  }),
  listChatMessages: defineRoute({
    method: "GET",
    path: "/api/chat/rooms/{id}/messages",
    guard: "member",
    scope: "chat:read",
    summary:
      "List messages of a room in order: the latest, or those before, after or around a position, message or date",
    params: RoomId,
    query: ChatMessageListQuery,
    response: ChatMessages,
  }),
  listChatChanges: defineRoute({
    method: "GET",
    path: "/api/chat/rooms/{id}/changes",
    guard: "member",
    scope: "chat:read",
    summary: "List the messages of a room changed since a position, each once",
    params: RoomId,
    query: z.strictObject({ since: PositionParameter, limit: pageLimit(MAX_CHAT_PAGE_SIZE) }),
    response: ChatChanges,
  }),
  catchUpChat: defineRoute({
    method: "POST",
    path: "/api/chat/changes",
    isQuestion: true,
    guard: "member",
    scope: "noKey",
    summary:
      "List the messages of several rooms changed since positions; rooms that the caller has left are omitted",
    body: z.strictObject({
      rooms: z
        .array(z.strictObject({ room: Uuid, since: ChatPosition }))
        .min(1)
        .max(MAX_CHAT_CATCH_UP_COUNT),
    }),
    response: z.object({ rooms: z.array(ChatChanges), unseenMessages: z.number() }),
  }),
  markChatRead: defineRoute({
    method: "PUT",
    path: "/api/chat/rooms/{id}/read",
    isQuestion: true,
    guard: "member",
    scope: "noKey",
    summary:
      "Mark the messages of a room up to a position as read; with `isBack`, later ones as unread again",
    params: RoomId,
    body: z.strictObject({ position: ChatPosition, isBack: z.boolean().default(false) }),
    response: z.object({ readPosition: z.number(), unseenMessages: z.number() }),
  }),
  pinChatMessage: defineRoute({
    method: "PUT",
    path: "/api/chat/rooms/{roomId}/messages/{messageId}/pin",
    isQuestion: true,
    guard: "member",
    scope: "noKey",
    summary: "Pin a message to its room, or unpin it",
    params: RoomMessageParams,
    body: z.strictObject({ isPinned: z.boolean() }),
    response: ChatMessageView,
  }),
  listChatPins: defineRoute({
    method: "GET",
    path: "/api/chat/rooms/{id}/pins",
    guard: "member",
    scope: "noKey",
    summary: "List the pinned messages of a room, the latest first",
    params: RoomId,
    response: z.array(ChatMessageView),
  }),
  forwardChatMessage: defineRoute({
    method: "POST",
    path: "/api/chat/rooms/{id}/forwards",
    isQuestion: true,
    guard: "member",
    scope: "noKey",
    summary: "Forward a message with its files from another room of the caller to this one",
    params: RoomId,
    body: z.strictObject({
      /** The id of the message that is created. */
      messageId: ChatMessageId.optional(),
      fromRoom: Uuid,
      fromMessage: ChatMessageId,
    }),
    response: ChatMessageView,
    status: 201,
  }),
  searchChat: defineRoute({
    method: "GET",
    path: "/api/chat/search",
    guard: "member",
    scope: "noKey",
    summary: "Search the messages of the caller's rooms, the latest first; the last word may be unfinished",
    query: z.strictObject({
      search: SearchWords,
      room: Uuid.optional(),
      /** Finds only messages of this user. */
      from: ChatUser.optional(),
      cursor: PageCursor,
      limit: pageLimit(20),
    }),
    response: z.object({
      messages: z.array(ChatMessageView.extend({ roomName: z.string() })),
      next: z.string().nullable(),
    }),
  }),
  listChatPeople: defineRoute({
    method: "GET",
    path: "/api/chat/people",
    guard: "member",
    scope: "noKey",
    summary: "List users of the client with whom the caller can chat, by username",
    query: z.strictObject({ search: SearchWords.optional(), limit: pageLimit(20) }),
    response: z.array(
      z.object({
        uuid: z.string(),
        username: z.string(),
        name: z.string().nullable(),
        /** The uuid of the private room that the caller shares with this user; null if there is none. */
        privateRoom: z.string().nullable(),
      }),
    ),
  }),
  getChatSettings: defineRoute({
    method: "GET",
    path: "/api/chat/settings",
    guard: "member",
    scope: "noKey",
    summary: "Get which chat messages are emailed to the caller",
    response: ChatSettings,
  }),
  setChatSettings: defineRoute({
    method: "PUT",
    path: "/api/chat/settings",
    isQuestion: true,
    guard: "member",
    scope: "noKey",
    summary: "Choose which chat messages are emailed to the caller",
    body: ChatSettings,
    response: ChatSettings,
  }),
} as const;
