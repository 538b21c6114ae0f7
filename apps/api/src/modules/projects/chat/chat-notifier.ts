import type { ChatMessageView, ChatPerson, SeenChatMessage } from "@shoal/contract";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { FoundRoom } from "./rooms.repository.ts";

type RoomOf = Pick<FoundRoom, "uuid" | "kind">;

/**
 * The maximum number of people in a room to whom read marks are sent. In larger rooms, they are sent only to a person's own pages, because
 * 500 people who read 20 messages a second would cause 5 million messages.
 */
const MAX_PEOPLE_WITH_READ_MARKS = 100;

/** Returns the name of the Socket.IO room for a chat room. */
export const chatRoomOf = (uuid: string) => `chat:${uuid}`;
/** Returns the name of the Socket.IO room for a user's sockets that have entered all of their chat rooms. */
export const chattersOf = (userUuid: string) => `chatters:${userUuid}`;
/** The Socket.IO room of administrators' sockets, which receive the events of all support rooms. */
export const AGENTS_ROOM = "chat-agents";

/** Sends chat events to sockets. Delivery is lossy: a page that missed events requests what changed since a sequence number. */
export function createChatNotifier({ realtime }: { realtime: Pick<Realtime, "sockets" | "emitToUsers"> }) {
  const io = realtime.sockets;
  const to = ({ uuid, kind }: RoomOf) =>
    io.to(kind === "support" ? [chatRoomOf(uuid), AGENTS_ROOM] : chatRoomOf(uuid));
  return {
    notifyWritten(room: RoomOf, message: SeenChatMessage, lastAt: Date): void {
      to(room).emit("newMessage", message);
      to(room).emit("newRoomTimeStamp", { roomId: room.uuid, lastUpdated: lastAt.toISOString() });
    },
    notifyChanged(room: RoomOf, message: ChatMessageView): void {
      to(room).emit("chat.changed", message);
    },
    /** Notifies others how far a person has read, but not that they marked messages as unread. */
    sendSeen(
      room: RoomOf & Pick<FoundRoom, "people_count">,
      user: ChatPerson,
      { position, messageId, isBack }: { position: number; messageId: string; isBack: boolean },
    ): void {
      const timestamp = new Date().toISOString();
      if (!isBack && room.people_count <= MAX_PEOPLE_WITH_READ_MARKS)
        to(room).emit("messageSeen", { roomId: room.uuid, messageId, user, position, timestamp });
      realtime.emitToUsers([user.uuid], "chat.read", { room: room.uuid, position });
    },
    /** Notifies users of a changed room. */
    notifyRoom(room: string, userUuids: readonly string[]): void {
      realtime.emitToUsers([...new Set(userUuids)], "chat.room", { room });
    },
    /** Subscribes the pages of these users to the events of a room. */
    join(room: string, userUuids: readonly string[]): void {
      if (userUuids.length > 0) io.in(userUuids.map(chattersOf)).socketsJoin(chatRoomOf(room));
      realtime.emitToUsers([...new Set(userUuids)], "chat.room", { room });
    },
    /** Unsubscribes a user's pages from a room, whether they entered all of chat or joined only this room. */
    leave(room: string, userUuid: string): void {
      io.in(`user:${userUuid}`).socketsLeave(chatRoomOf(room));
      realtime.emitToUsers([userUuid], "chat.left", { room });
    },
    notifySupport(room: RoomOf): void {
      to(room).emit("chat.room", { room: room.uuid });
    },
  };
}
export type ChatNotifier = ReturnType<typeof createChatNotifier>;
