import type { ChatFile, ChatMessageView, ChatRoomSummary, ChatRoomView } from "@shoal/contract";
import { CHAT_FILE_PATH } from "@shoal/contract/edge";
import { listChatRights } from "@shoal/domain";
import { signChatFile } from "@shoal/tokens";
import { type ChatCaller, roomStateOf, standingOf } from "./chat-caller.ts";
import type { FoundFile, FoundMessage, FoundReaction } from "./messages.repository.ts";
import type { FoundPerson, FoundRoom } from "./rooms.repository.ts";

/** The edge that serves the files of messages. */
export interface FileEdge {
  origin: string;
  secret: string;
}

/** The files and reactions of a message, oldest first. */
export interface MessageParts {
  reactions: readonly FoundReaction[];
  files: readonly FoundFile[];
}

export function presentMessage(
  row: FoundMessage,
  { reactions, files }: MessageParts,
  edge: FileEdge,
): ChatMessageView {
  const isDeleted = row.deleted_at !== null;
  const byEmoji = Map.groupBy(isDeleted ? [] : reactions, ({ emoji }) => emoji);
  return {
    _id: row.id,
    roomId: row.room_uuid,
    sender_id: row.sender_uuid,
    sender: row.sender,
    isAgent: row.is_agent,
    content: isDeleted ? "" : row.text,
    timestamp: row.created_at.toISOString(),
    files: isDeleted ? [] : files.map((file) => presentFile(file, edge)),
    replyMessage:
      row.reply_id === null || isDeleted
        ? null
        : {
            _id: row.reply_id,
            sender_id: row.reply_sender_uuid,
            sender: row.reply_sender ?? "",
            content: row.reply_is_deleted ? "" : (row.reply_text ?? ""),
            hasFiles: row.reply_has_files,
            isDeleted: row.reply_is_deleted,
          },
    reactions: [...byEmoji].map(([reaction, given]) => ({
      reaction,
      users: given.map(({ user_uuid, name }) => ({ uuid: user_uuid ?? "", username: name })),
    })),
    edited: row.edited_at !== null,
    deleted: isDeleted,
    mentions: isDeleted ? [] : row.mentions,
    mentionsRoom: !isDeleted && row.mentions_room,
    forwarded:
      row.forwarded_sender === null || row.forwarded_at === null
        ? null
        : { sender: row.forwarded_sender, timestamp: row.forwarded_at.toISOString() },
    pinnedBy: row.pinned_by,
    position: row.position,
    seq: row.seq,
    revision: row.revision,
  };
}

function presentFile(file: FoundFile, { origin, secret }: FileEdge): ChatFile {
  const token = signChatFile(
    { uuid: file.object_uuid, mediaType: file.media_type, name: file.name },
    secret,
    Date.now(),
  );
  const path = `${CHAT_FILE_PATH}/${token}?name=${encodeURIComponent(file.name)}`;
  return {
    uuid: file.uuid,
    name: file.name,
    size: file.size_bytes,
    type: file.media_type,
    kind: file.preview_kind ?? kindOf(file.media_type),
    extension: /\.([^.]{1,20})$/.exec(file.name)?.[1]?.toLowerCase() ?? "",
    url: `${origin}${path}`,
    path,
    audio: file.is_audio,
    duration: file.duration_ms === null ? null : file.duration_ms / 1_000,
    waveform: file.waveform,
    width: file.width,
    height: file.height,
    thumbnail: file.has_preview
      ? `${origin}${CHAT_FILE_PATH}/${token}/preview?name=${encodeURIComponent(file.name)}`
      : null,
    isLocked: file.preview_kind === "pdf" && !file.has_preview,
  };
}

function kindOf(mediaType: string): ChatFile["kind"] {
  if (mediaType.startsWith("image/")) return "picture";
  if (mediaType.startsWith("video/")) return "video";
  if (mediaType.startsWith("audio/")) return "audio";
  return mediaType === "application/pdf" ? "pdf" : "other";
}

export function presentRoom(
  row: FoundRoom,
  caller: ChatCaller,
  lastMessage: ChatMessageView | null,
): ChatRoomSummary {
  const standing = standingOf(caller, row);
  return {
    uuid: row.uuid,
    roomName: row.title,
    type: row.kind === "team" || row.kind === "project" ? "team" : "custom",
    kind: row.kind,
    team: row.team_uuid,
    project: row.project_uuid,
    with: personOf(row.other_uuid, row.other_name),
    support:
      row.kind === "support"
        ? {
            client: { uuid: row.client_uuid, name: row.client_name },
            waitingSince: row.waiting_since?.toISOString() ?? null,
            assignee: personOf(row.assignee_uuid, row.assignee_name),
          }
        : null,
    peopleCount: row.people_count,
    lastMessage,
    lastUpdated: row.last_at.toISOString(),
    seq: row.seq,
    lastPosition: row.last_position,
    readPosition: row.read_position,
    unreadCount: row.unread_count,
    mentionCount: row.mention_count,
    isMuted: row.is_muted,
    isStarred: row.is_starred,
    isArchived: row.is_archived,
    standing,
    can: listChatRights(standing, roomStateOf(row)),
  };
}

export const presentWholeRoom = (
  row: FoundRoom,
  people: readonly FoundPerson[],
  summary: ChatRoomSummary,
): ChatRoomView => ({
  ...summary,
  users: people.map(({ username }) => username),
  people: people.map(({ uuid, username, is_agent, is_owner, read_position }) => ({
    uuid,
    username,
    standing: is_agent ? "agent" : is_owner ? "owner" : "member",
    readPosition: read_position,
  })),
  createdAt: row.created_at.toISOString(),
  revision: row.revision,
});

const personOf = (uuid: string | null, username: string | null) =>
  uuid === null || username === null ? null : { uuid, username };

/** Adds the people who have seen a message: all who have read up to it, except its sender. */
export const withSeen = (message: ChatMessageView, people: readonly FoundPerson[]) => ({
  ...message,
  seen: Object.fromEntries(
    people
      .filter(({ uuid, read_position }) => uuid !== message.sender_id && read_position >= message.position)
      .map(({ uuid }) => [uuid, true]),
  ),
});
