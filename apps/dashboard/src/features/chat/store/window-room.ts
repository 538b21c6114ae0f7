import type { ChatRoomSummary } from "@shoal/contract";

type WindowRoom = Pick<ChatRoomSummary, "kind" | "uuid">;

/** The state of a chat window: its room and the linked message. */
interface WindowContent {
  room: WindowRoom | undefined;
  /** The id of the message that the window should show. */
  message?: string | undefined;
}

let currentRoom: ({ owner: string } & WindowContent) | undefined;
const NO_CONTENT: WindowContent = { room: undefined };
const listeners = new Set<() => void>();

/** The room shown by the chat window, kept while it is closed; `useChatOwner` identifies the user. */
export const windowRoom = {
  get: (owner: string | undefined): WindowContent =>
    currentRoom && currentRoom.owner === owner ? currentRoom : NO_CONTENT,
  set(owner: string, room: WindowRoom | undefined, message?: string): void {
    currentRoom = { owner, room, message };
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
