import type { ChatRoomSummary } from "@shoal/contract";

type Room = Pick<ChatRoomSummary, "kind" | "uuid">;

/** The content of a window. */
interface WindowContent {
  room: Room | undefined;
  /** Id of the linked message. */
  message?: string | undefined;
}

let currentRoom: ({ owner: string } & WindowContent) | undefined;
const NO_ROOM: WindowContent = { room: undefined };
const listeners = new Set<() => void>();

/** The room shown by the chat window, kept while it is closed; `useChatOwner` identifies the user. */
export const windowRoom = {
  get: (owner: string | undefined): WindowContent =>
    currentRoom && currentRoom.owner === owner ? currentRoom : NO_ROOM,
  set(owner: string, room: Room | undefined, message?: string): void {
    currentRoom = { owner, room, message };
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
