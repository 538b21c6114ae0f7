import type { VideoView } from "./media/video.ts";
import type {
  ChatAnswer,
  ChatMessageView,
  ChatPerson,
  ChatPresence,
  EnteredChat,
  SeenChatMessage,
  SentChatMessage,
} from "./projects/chat.ts";
import type {
  DraftShape,
  JoinedReview,
  LeaderState,
  ReviewPointer,
  ReviewPresence,
  ReviewRoom,
} from "./projects/review-room.ts";
import type { Guard } from "./route.ts";

type ProgressField =
  | "encodingPercent"
  | "encodingETA"
  | "uploadingPercent"
  | "uploadingETA"
  | "sizeBytes"
  | "isSizeKnown";

/** Why a socket is refused when its session or user has reached the maximum number of sockets. Clients retry after a while. */
export const TOO_MANY_SOCKETS = "too_many_sockets";

/** Events of the realtime socket, namespace "/". */
export interface ServerEvents {
  /** A video of the room's client changed: fetch it again. */
  "video.changed": (change: { uuid: string; isNew: boolean }) => void;
  "video.deleted": (change: { uuid: string }) => void;
  /** The encoding or the fetching of a file has progressed; sent at most once a second per video. */
  "video.progress": (progress: { uuid: string } & Partial<Pick<VideoView, ProgressField>>) => void;
  "video.figures": (change: { uuids: string[] }) => void;
  /** A scene list of the room's client was added, changed or deleted: fetch it again. */
  "sceneList.changed": (change: { uuid: string }) => void;
  /** Export links of the room's client were added, changed, deleted or watched: fetch them again. */
  "exportLinks.changed": () => void;
  /** CDN entries of the room's client were added, changed or deleted: fetch them again. */
  "cdnEntries.changed": () => void;
  /** Media on other CDNs of the room's client were played for the first time, changed or watched: fetch them again. */
  "pluginVideos.changed": () => void;
  /** An alert of the room's client opened, was acknowledged or closed: fetch the alerts again. */
  "alerts.changed": () => void;
  /** A project of the socket's user, current or former, changed or was deleted: fetch it again. */
  "project.changed": (change: { uuid: string }) => void;
  /** A version was added to a project that the socket's user is in. */
  "version.added": (change: { uuid: string; number: number }) => void;
  /** A comment of a project that the socket's user is in was written, changed or deleted: fetch the changes since the last known change. */
  "comment.changed": (change: { project: string; version: number; uuid: string; seq: number }) => void;
  /** A version was compared with its predecessor, or the comparison failed: fetch its alignment and its carried comments. */
  "alignment.ready": (change: { project: string; version: number }) => void;
  /** A carried comment of this version was confirmed or moved: fetch the carried comments. */
  "carried.changed": (change: { project: string; version: number; comment: string }) => void;
  /** Reviewers of a version, or decisions on it, changed in a project that the socket's user is in. */
  "approval.changed": (change: { uuid: string; version: number }) => void;
  /** The socket's user has new notifications, or has read some on another page: fetch the list again. */
  "news.changed": () => void;
  /** The people in the review room of the socket. */
  "review.people": (people: ReviewPresence[]) => void;
  "review.pointer": (from: { id: string; pointer: ReviewPointer }) => void;
  "review.draft": (from: { id: string; draft: DraftShape }) => void;
  "review.lead": (from: { id: string; state: LeaderState | null }) => void;
  /** The socket's user has left or lost this project; for a guest, the link was closed or shows another version. */
  "review.ended": (room: ReviewRoom) => void;
  /** A message was written in a chat room that the socket has joined, by `room` or `chat.enter`. */
  newMessage: (message: SeenChatMessage) => void;
  /** Someone has read a chat room up to a message. */
  messageSeen: (seen: {
    roomId: string;
    messageId: string;
    user: ChatPerson;
    position: number;
    timestamp: string;
  }) => void;
  /** A chat room has a new message, so it moves to the top of lists. */
  newRoomTimeStamp: (change: { roomId: string; lastUpdated: string }) => void;
  /** The socket has joined a chat room. */
  joined: (joined: { roomId: string }) => void;
  /** A chat message was edited, deleted or pinned, or its reactions or files changed: this is its current state. */
  "chat.changed": (message: ChatMessageView) => void;
  "chat.typing": (typing: { room: string; user: ChatPerson; isTyping: boolean }) => void;
  /** A user of the client came online, went away or was deleted. */
  "chat.presence": (presence: { user: string; state: ChatPresence }) => void;
  /** A chat room of the socket's user was added or changed, or the user changed its settings on another page: fetch the room again. */
  "chat.room": (change: { room: string }) => void;
  /** The socket's user has read a chat room up to a place, on this page or another. */
  "chat.read": (read: { room: string; position: number }) => void;
  /** The socket's user is no longer in this chat room. */
  "chat.left": (left: { room: string }) => void;
  /** A team of the room's client was added, changed or deleted: fetch it again. */
  "team.changed": (change: { uuid: string }) => void;
  /** The client, or what the user of this socket may do in it, changed: fetch the user again. */
  "client.changed": (change: { uuid: string }) => void;
}

/** The messages of a page over its socket. All are lossy and stored nowhere, except chat messages and read marks. */
export interface ClientEvents {
  /** Joins a chat room, by its uuid (§7). */
  room: (room: string, answer?: (answer: ChatAnswer) => void) => void;
  /** Writes a message; without an id, the same text within 5 s is the same message. */
  sendMessage: (message: SentChatMessage, answer?: (answer: ChatAnswer) => void) => void;
  /** The user has read a chat room up to a message. */
  messageSeen: (seen: { roomId: string; messageId: string }, answer?: (answer: ChatAnswer) => void) => void;
  /** Joins all of the user's chat rooms, including future ones, and reports whether they are active on the page. */
  "chat.enter": (state: "here" | "away", answer: (entered: EnteredChat) => void) => void;
  "chat.state": (state: "here" | "away") => void;
  /** The user is typing, or has stopped. Repeated every few seconds while the user types. */
  "chat.typing": (typing: { room: string; isTyping: boolean }) => void;
  /** Enters the room of a project's version, and leaves the previous room. */
  "review.join": (room: ReviewRoom, answer: (joined: JoinedReview) => void) => void;
  "review.leave": () => void;
  "review.pointer": (pointer: ReviewPointer) => void;
  "review.draft": (draft: DraftShape) => void;
  /** Starts leading the room, or reports the state of the leader's player; null stops leading. */
  "review.lead": (state: LeaderState | null) => void;
}
/**
 * Who receives an event: users whose guard allows reading its subject. Users with analytics access only (§6) see a video's uuid, title,
 * type, authorization key and figures, and are notified when one of these fields may have changed, but not of files and encoding.
 */
export const EVENT_AUDIENCE = {
  "video.changed": "user",
  "video.deleted": "user",
  "video.progress": "member",
  "video.figures": "user",
  "sceneList.changed": "editor",
  "exportLinks.changed": "editor",
  "cdnEntries.changed": "member",
  "pluginVideos.changed": "member",
  "alerts.changed": "readAnalytics",
  "project.changed": "member",
  "version.added": "member",
  "comment.changed": "member",
  "alignment.ready": "member",
  "carried.changed": "member",
  "approval.changed": "member",
  "news.changed": "member",
  "review.people": "member",
  "review.pointer": "member",
  "review.draft": "member",
  "review.lead": "member",
  "review.ended": "member",
  newMessage: "member",
  messageSeen: "member",
  newRoomTimeStamp: "member",
  joined: "member",
  "chat.changed": "member",
  "chat.typing": "member",
  "chat.presence": "member",
  "chat.room": "member",
  "chat.read": "member",
  "chat.left": "member",
  "team.changed": "member",
  "client.changed": "session",
} as const satisfies Record<keyof ServerEvents, Guard>;
export type Audience = (typeof EVENT_AUDIENCE)[keyof ServerEvents];
