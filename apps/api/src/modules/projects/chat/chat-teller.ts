import type { ChatMessageView, ChatPerson } from "@shoal/contract";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { FoundRoom } from "./rooms.repository.ts";

type RoomOf = Pick<FoundRoom, "uuid" | "kind">;

/**
 * In larger rooms, read marks are sent only to a person's own pages: 500 people who read 20 messages a second would cause 5
 * million messages.
 */
const SEEN_TOLD_MAX = 100;

/** Sockets that have joined a chat room. */
export const chatRoomOf = (uuid: string) => `chat:${uuid}`;
/** Sockets of a user who is in all of their chat rooms. */
export const chattersOf = (userUuid: string) => `chatters:${userUuid}`;
/** Sockets of administrators, who hear of all support rooms. */
export const AGENTS_ROOM = "chat-agents";

/** Tells sockets what happens in chat. Lossy: a page that missed something asks for what changed since a place. */
export function createChatTeller({ realtime }: { realtime: Pick<Realtime, "sockets" | "emitToUsers"> }) {
  const io = realtime.sockets;
  const to = ({ uuid, kind }: RoomOf) =>
    io.to(kind === "support" ? [chatRoomOf(uuid), AGENTS_ROOM] : chatRoomOf(uuid));
  return {
    notifyWritten(room: RoomOf, message: ChatMessageView, lastAt: Date): void {
      to(room).emit("newMessage", message);
      to(room).emit("newRoomTimeStamp", { roomId: room.uuid, lastUpdated: lastAt.toISOString() });
    },
    notifyChanged(room: RoomOf, message: ChatMessageView): void {
      to(room).emit("chat.changed", message);
    },
    /** Others learn how far someone has read, not that they marked something as unread. */
    sendSeen(
      room: RoomOf & Pick<FoundRoom, "people_count">,
      user: ChatPerson,
      { position, messageId, isBack }: { position: number; messageId: string; isBack: boolean },
    ): void {
      const timestamp = new Date().toISOString();
      if (!isBack && room.people_count <= SEEN_TOLD_MAX)
        to(room).emit("messageSeen", { roomId: room.uuid, messageId, user, position, timestamp });
      realtime.emitToUsers([user.uuid], "chat.read", { room: room.uuid, position });
    },
    /** These users see a room otherwise than before. */
    notifyRoom(room: string, userUuids: readonly string[]): void {
      realtime.emitToUsers([...new Set(userUuids)], "chat.room", { room });
    },
    /** The pages of these users hear of a room from now on. */
    join(room: string, userUuids: readonly string[]): void {
      if (userUuids.length > 0) io.in(userUuids.map(chattersOf)).socketsJoin(chatRoomOf(room));
      realtime.emitToUsers([...new Set(userUuids)], "chat.room", { room });
    },
    /** This user's pages hear of a room no more, neither those that entered chat nor those that joined it alone. */
    leave(room: string, userUuid: string): void {
      io.in(`user:${userUuid}`).socketsLeave(chatRoomOf(room));
      realtime.emitToUsers([userUuid], "chat.left", { room });
    },
    tellSupport(room: RoomOf): void {
      to(room).emit("chat.room", { room: room.uuid });
    },
  };
}
export type ChatTeller = ReturnType<typeof createChatTeller>;
