import { z } from "zod";
import { Text, Uuid } from "../text.ts";
import { Emoji } from "./comment.ts";
import { CollaboratorName } from "./project.ts";

export const MAX_CHAT_TEXT_LENGTH = 10_000;
export const MAX_CHAT_MENTIONS = 50;
/** Maximum number of different reactions to one message. */
export const MAX_CHAT_REACTIONS = 20;
export const MAX_CHAT_FILES = 10;
export const MAX_CHAT_FILE_BYTES = 25_000_000;
/** The file types of chat, by extension. A file's type is detected from its first bytes. */
export const CHAT_FILE_TYPES: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  webp: "image/webp",
  gif: "image/gif",
  avif: "image/avif",
  mp4: "video/mp4",
  m4v: "video/mp4",
  mov: "video/quicktime",
  webm: "video/webm",
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  aac: "audio/aac",
  ogg: "audio/ogg",
  oga: "audio/ogg",
  opus: "audio/ogg",
  wav: "audio/wav",
  pdf: "application/pdf",
};
/** The maximum number of pixels of a picture; larger pictures are rejected, since decoded pictures take 4 bytes per pixel. */
export const MAX_CHAT_PICTURE_PIXELS = 50_000_000;
/** Maximum length of an audio message. */
export const MAX_CHAT_AUDIO_SEC = 600;
/** The maximum number of values in a waveform, each from 0 to 100. */
export const MAX_CHAT_WAVEFORM_LENGTH = 200;
export const MAX_CHAT_ROOM_NAME_LENGTH = 100;
/** Maximum number of people in a custom room. */
export const MAX_CHAT_PEOPLE = 500;
/** Maximum number of custom and private rooms per client. */
export const MAX_CHAT_ROOMS = 50_000;
/** The maximum number of custom and private rooms per client whose members were added individually. */
export const MAX_CHAT_CUSTOM_ROOMS = 5_000;
/** Maximum number of custom and private rooms that one person creates within 24 hours. */
export const CHAT_ROOMS_A_DAY = 100;
/** The maximum total size of the files that users of one client have sent in chat and comments. A forwarded file counts once. */
export const MAX_SENT_FILES_BYTES = 50_000_000_000;
export const MAX_CHAT_PINS = 100;
export const CHAT_PAGE_SIZE = 10; // §9: messages and rooms
export const MAX_CHAT_PAGE_SIZE = 100;
/** The maximum number of unread messages that are counted. A badge shows more than 10 as "10+" (§4). */
export const MAX_CHAT_UNREAD_COUNT = 100;
/** Maximum number of rooms per catch-up request. */
export const MAX_CHAT_CATCH_UP_COUNT = 50;
/**
 * The maximum number of messages, edits and reactions per person and second, averaged over ten seconds. Further ones are rejected
 * (`too_many_requests`).
 */
export const CHAT_ACTIONS_PER_SEC = 5;
/** The number of minutes after which an unread message is mentioned in an email. */
export const CHAT_MAIL_AFTER_MINUTES = 15;
/** How long a person is shown as typing after the last `chat.typing`. */
export const CHAT_TYPING_DURATION_SEC = 6;

// The message for an existing private room, as quoted by SPEC.md (§5).
export const PRIVATE_ROOM_EXISTS = "You already have a private conversation with this user";

/**
 * - `team`: the members of a team.
 * - `project`: the people of a project.
 * - `private`: two people.
 * - `custom`: people chosen one by one.
 * - `support`: the people of a client, and the administrators of the installation.
 */
export const CHAT_ROOM_KINDS = ["team", "project", "private", "custom", "support"] as const;
export type ChatRoomKind = (typeof CHAT_ROOM_KINDS)[number];

/**
 * A person's role in a room: the `owner` created it, manages its team, or is an admin of its project; an `agent` is an
 * administrator in a support room.
 */
export const CHAT_STANDINGS = ["owner", "agent", "member"] as const;
export type ChatStanding = (typeof CHAT_STANDINGS)[number];

/** The actions in a room; `domain/chat/chat-rights.ts` defines who may do them. */
export const CHAT_ACTIONS = [
  "write",
  "mentionRoom",
  "deleteAny",
  "pin",
  "rename",
  "addPeople",
  "removePeople",
  "leave",
  "handOver",
] as const;
export type ChatAction = (typeof CHAT_ACTIONS)[number];

/** The id that the author's page gives a message, preferably a uuid; resending it returns the existing message. */
export const ChatMessageId = Text.regex(/^[A-Za-z0-9_-]{1,64}$/, {
  error: "must be 1 to 64 letters, digits, hyphens and underscores",
});
export const ChatText = Text.trim().max(MAX_CHAT_TEXT_LENGTH);
export const ChatRoomName = Text.trim().max(MAX_CHAT_ROOM_NAME_LENGTH);
/** A username, or the user's uuid. */
export const ChatUser = CollaboratorName;
/** The place of a message in its room, from 1. Places of messages and of changes are numbered together, so some numbers are skipped. */
export const ChatPosition = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** Returns the id of a message, so that programs can send a whole message instead of its id. */
const extractMessageId = (value: unknown) =>
  typeof value === "object" && value !== null && "_id" in value ? (value as { _id: unknown })._id : value;

export const CreateChatMessage = z.strictObject({
  messageId: ChatMessageId.optional(),
  /** The other name of messageId (§3). */
  _id: ChatMessageId.optional(),
  content: ChatText.min(1),
  /** The message to which this message replies. */
  replyMessage: z.preprocess(extractMessageId, ChatMessageId.nullable().optional()),
  /** Usernames of room members, who are notified even if they muted the room. */
  mentions: z.array(CollaboratorName).max(MAX_CHAT_MENTIONS).default([]),
  /** Whether everyone in the room is mentioned, by `@room`. */
  mentionsRoom: z.boolean().default(false),
});
export type CreateChatMessage = z.infer<typeof CreateChatMessage>;

export const UpdateChatMessage = z.strictObject({
  content: ChatText.min(1),
  mentions: z.array(CollaboratorName).max(MAX_CHAT_MENTIONS).optional(),
  /**
   * The revision that the user edited. If the message has changed since, the call fails with `edit_conflict`. Without a revision, the
   * last change takes effect.
   */
  revision: z.number().int().min(1).max(2_147_483_647).optional(),
});
export type UpdateChatMessage = z.infer<typeof UpdateChatMessage>;

export const CreateChatRoom = z.strictObject({
  /** The name of the room. Without a name and with a single user, the room is private. */
  roomName: ChatRoomName.default(""),
  /** The members other than the caller. */
  users: z.array(ChatUser).max(MAX_CHAT_PEOPLE).default([]),
});
export type CreateChatRoom = z.infer<typeof CreateChatRoom>;

const digitsUpTo = (max: number) =>
  z.preprocess(
    (value) => (typeof value === "string" && /^\d{1,12}$/.test(value) ? Number(value) : value),
    z.number().min(0).max(max),
  );
/** The fields sent with the file; `type`, `extension`, `name` and `size` are the page's claims, which the server checks. */
export const ChatFileFields = z.strictObject({
  messageId: ChatMessageId.optional(),
  /** The id that the page gives the file, so that a file that is sent again for the same message is stored once. */
  fileId: Uuid.optional(),
  name: Text.max(255).optional(),
  type: Text.max(100).optional(),
  extension: Text.max(20).optional(),
  size: Text.max(20).optional(),
  /** An address for the page's own use; not stored. */
  localUrl: Text.max(2_000).optional(),
  /** "true" for an audio message. */
  audio: Text.max(10).optional(),
  /** The length of an audio message, in ms. */
  durationMs: digitsUpTo(MAX_CHAT_AUDIO_SEC * 1_000).optional(),
  /** The waveform of an audio message: values from 0 to 100, separated by commas. */
  waveform: Text.regex(/^[0-9,]{0,800}$/, { error: "must be numbers separated by commas" }).optional(),
  /** Text of the message that this file creates; a second file with the same `messageId` is added to it. */
  content: ChatText.optional(),
  replyMessage: ChatMessageId.optional(),
});
export type ChatFileFields = z.infer<typeof ChatFileFields>;

export const ChatReaction = z.strictObject({ reaction: Emoji, roomId: Uuid });

const ChatPerson = z.object({
  uuid: z.string(),
  username: z.string(),
});
export type ChatPerson = z.infer<typeof ChatPerson>;

export const CHAT_FILE_KINDS = ["picture", "video", "audio", "pdf", "other"] as const;
export const ChatFile = z.object({
  uuid: z.string(),
  name: z.string(),
  /** The size in bytes. */
  size: z.number(),
  /** The media type, as detected by the server. */
  type: z.string(),
  kind: z.enum(CHAT_FILE_KINDS),
  /** The extension, without the dot. */
  extension: z.string(),
  /** The signed address at the edge. It expires within two days: a message that is read again has a new one. */
  url: z.string(),
  /** The path of the URL. */
  path: z.string(),
  /** Whether the file is an audio message. */
  audio: z.boolean(),
  /** The length in seconds; null when it is not known. */
  duration: z.number().nullable(),
  waveform: z.array(z.number()).nullable(),
  /** The size of a picture, in pixels. */
  width: z.number().nullable(),
  height: z.number().nullable(),
  /** The file's thumbnail; null if there is none. */
  thumbnail: z.string().nullable(),
  /** Whether the file is a PDF that requires a password. */
  isLocked: z.boolean(),
});
export type ChatFile = z.infer<typeof ChatFile>;

/** A message as everyone in its room sees it. */
export const ChatMessageView = z.object({
  /** The uuid that the sender's page generated. */
  _id: z.string(),
  /** The uuid of the room. */
  roomId: z.string(),
  /** The uuid of the user; null once they are deleted. */
  sender_id: z.string().nullable(),
  /** The sender's username, kept when the user is deleted. */
  sender: z.string(),
  /** Whether the author is an administrator of the installation who replies as support. */
  isAgent: z.boolean(),
  /** Plain text, rendered as Markdown by pages; empty once deleted. */
  content: z.string(),
  /** When the message was written, by the server's clock, in ISO 8601. */
  timestamp: z.string(),
  files: z.array(ChatFile),
  /** The message to which this message replies, in its current state. */
  replyMessage: z
    .object({
      _id: z.string(),
      sender_id: z.string().nullable(),
      sender: z.string(),
      /** The first 300 characters of the message. */
      content: z.string(),
      hasFiles: z.boolean(),
      isDeleted: z.boolean(),
    })
    .nullable(),
  reactions: z.array(z.object({ reaction: z.string(), users: z.array(ChatPerson) })),
  edited: z.boolean(),
  deleted: z.boolean(),
  /** The usernames of the mentioned users. */
  mentions: z.array(z.string()),
  mentionsRoom: z.boolean(),
  /** The author of a forwarded message, and when it was written. */
  forwarded: z.object({ sender: z.string(), timestamp: z.string() }).nullable(),
  /** The user who pinned the message; null if it is not pinned. */
  pinnedBy: z.string().nullable(),
  /** The position of the message in its room. */
  position: z.number(),
  /** The sequence number of the message's last change. */
  seq: z.number(),
  /** The revision, which increases with each edit. */
  revision: z.number(),
});
export type ChatMessageView = z.infer<typeof ChatMessageView>;

/** A message with the users who have seen it: each user's uuid with `true`. */
export const SeenChatMessage = ChatMessageView.extend({ seen: z.record(z.string(), z.boolean()) });
export type SeenChatMessage = z.infer<typeof SeenChatMessage>;

/** A room in a list, as the caller sees it. */
export const ChatRoomSummary = z.object({
  uuid: z.string(),
  /** The name of the team or project; for a private room, the other person's username. */
  roomName: z.string(),
  type: z.enum(["team", "custom"]),
  kind: z.enum(CHAT_ROOM_KINDS),
  /** The uuid of the team or project. */
  team: z.string().nullable(),
  project: z.string().nullable(),
  /** The other person of a private room; null once deleted. */
  with: ChatPerson.nullable(),
  /** The client of a support room, and the assigned administrator. */
  support: z
    .object({
      client: z.object({ uuid: z.string(), name: z.string() }),
      /** When the oldest message that no administrator has answered was written; null if none is waiting. */
      waitingSince: z.string().nullable(),
      assignee: ChatPerson.nullable(),
    })
    .nullable(),
  peopleCount: z.number(),
  lastMessage: ChatMessageView.nullable(),
  lastUpdated: z.string(),
  /** The sequence number of the room's last change: `changes` returns later changes. */
  seq: z.number(),
  /** The position of the last message in the room. */
  lastPosition: z.number(),
  /** The position up to which the caller has read the messages. */
  readPosition: z.number(),
  /** The number of messages of others after the read position; more than 100 are not counted. */
  unreadCount: z.number(),
  /** The number of these messages that mention the caller. */
  mentionCount: z.number(),
  isMuted: z.boolean(),
  isStarred: z.boolean(),
  /** Whether the caller archived the room: it is listed only in the archive, and its messages are not counted. */
  isArchived: z.boolean(),
  standing: z.enum(CHAT_STANDINGS),
  /** The actions that the caller can perform in the room. */
  can: z.array(z.enum(CHAT_ACTIONS)),
});
export type ChatRoomSummary = z.infer<typeof ChatRoomSummary>;

export const ChatRoomView = ChatRoomSummary.extend({
  /** The usernames of the members. */
  users: z.array(z.string()),
  people: z.array(
    ChatPerson.extend({
      standing: z.enum(CHAT_STANDINGS),
      /** The place up to which the person has read the messages. */
      readPosition: z.number(),
    }),
  ),
  createdAt: z.string(),
  revision: z.number(),
});
export type ChatRoomView = z.infer<typeof ChatRoomView>;

/** The caller's choices for a room, invisible to others. */
export const ChatRoomChoices = z.strictObject({
  isMuted: z.boolean().optional(),
  isStarred: z.boolean().optional(),
  isArchived: z.boolean().optional(),
});
export type ChatRoomChoices = z.infer<typeof ChatRoomChoices>;

/** Messages in order, the oldest first. */
export const ChatMessages = z.object({
  messages: z.array(ChatMessageView),
  /** Whether there are older and newer messages. */
  hasBefore: z.boolean(),
  hasAfter: z.boolean(),
  /** The sequence number of the room, as listed: `changes` continues from it. */
  seq: z.number(),
  readPosition: z.number(),
});
export type ChatMessages = z.infer<typeof ChatMessages>;

/** New or changed messages since a position, each once in its current state, in the order of their last change. */
export const ChatChanges = z.object({
  room: z.string(),
  messages: z.array(ChatMessageView),
  /** The sequence number from which the next call continues. */
  seq: z.number(),
  hasMore: z.boolean(),
});
export type ChatChanges = z.infer<typeof ChatChanges>;

/** The caller's choice of emails about chat. */
export const ChatSettings = z.strictObject({
  /** Whether messages that stay unread for 15 minutes are mailed. */
  isMailed: z.boolean(),
});
export type ChatSettings = z.infer<typeof ChatSettings>;

export const CHAT_PRESENCE = ["here", "away", "gone"] as const;
/** The presence of a person, who is `here` if any of their pages is active. */
export type ChatPresence = (typeof CHAT_PRESENCE)[number];

/** The response to `chat.enter`. */
export type EnteredChat = { isIn: true; people: { user: string; state: ChatPresence }[] } | { isIn: false };

/** The response to `room`, `sendMessage` and `messageSeen`, with the `code` and `message` of API calls. */
export type ChatAnswer =
  | { ok: true; message?: SeenChatMessage }
  | { ok: false; code: string; message: string };

/** The payload of `sendMessage`. */
export const SentChatMessage = z.object({
  roomId: Uuid,
  messageId: ChatMessageId.optional(),
  _id: ChatMessageId.optional(),
  content: ChatText.min(1),
  replyMessage: z.preprocess(extractMessageId, ChatMessageId.nullable().optional()),
});
export type SentChatMessage = z.infer<typeof SentChatMessage>;
