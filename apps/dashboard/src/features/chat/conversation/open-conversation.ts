import type { ChatMessageView, ChatRoomSummary } from "@shoal/contract";
import { createContext, useContext } from "react";

/** The open room and the actions on its messages. */
export interface OpenConversation {
  room: ChatRoomSummary;
  /** The id of the message that is being edited. */
  editing: string | undefined;
  /** Starts editing a message. Called with undefined, it ends editing. */
  edit: (id: string | undefined) => void;
  /** Starts a reply to a message and focuses the message field. */
  reply: (message: ChatMessageView) => void;
  /** Shows a message of the room. */
  jump: (id: string) => void;
}

export const ConversationContext = createContext<OpenConversation | undefined>(undefined);

/** Returns the surrounding conversation. @throws Error outside of a conversation. */
export function useConversation(): OpenConversation {
  const open = useContext(ConversationContext);
  if (!open) throw new Error("useConversation needs a ConversationContext");
  return open;
}
