import { createContext, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { useMe } from "../../../lib/user.ts";
import type { RecorderState } from "../files/recorder-store.ts";
import { getChatOwner, useChatOwner } from "./chat-owner.ts";
import { type ChatState, type ChatStore, createChatStore } from "./chat-store.ts";
import type { RoomDraft } from "./drafts.ts";
import type { OutgoingMessage } from "./outbox.ts";

let currentStore: { owner: string; store: ChatStore } | undefined;

/** Returns the store of a user and client, shared by the page and its window; the store and its pending messages outlive both. */
function chatStoreOf(me: string, owner: string): ChatStore {
  if (currentStore?.owner !== owner) {
    currentStore?.store.stop();
    currentStore = { owner, store: createChatStore({ me, owner, isOwner: () => getChatOwner() === owner }) };
    currentStore.store.start();
  }
  return currentStore.store;
}

/** Resets all stores. Used by tests, each of which starts with a new page. */
export function resetChat(): void {
  currentStore?.store.stop();
  currentStore = undefined;
}

/** Returns the chat of the signed-in user; undefined until the user is known. */
export function useCurrentUserChat(): ChatStore | undefined {
  const me = useMe()?.uuid;
  const owner = useChatOwner();
  return me === undefined || owner === undefined ? undefined : chatStoreOf(me, owner);
}

export const ChatContext = createContext<ChatStore | undefined>(undefined);

/** Returns the surrounding chat. @throws Error outside of chat. */
export function useChat(): ChatStore {
  const chat = useContext(ChatContext);
  if (!chat) throw new Error("useChat needs a ChatContext");
  return chat;
}

/** Returns a part of the chat's state. @param read selects the part. It must return the same value for the same state. */
export function useChatState<Part>(read: (state: ChatState) => Part): Part {
  const chat = useChat();
  return useSyncExternalStore(chat.subscribe, () => read(chat.getSnapshot()));
}

export function useDraft(room: string): RoomDraft {
  const { drafts } = useChat();
  return useSyncExternalStore(drafts.subscribe, () => drafts.get(room));
}

/** Returns the audio message being recorded, in any room. */
export function useRecorder(): RecorderState | undefined {
  const { recorder } = useChat();
  return useSyncExternalStore(recorder.subscribe, recorder.getSnapshot);
}

export function useOutgoing(): readonly OutgoingMessage[] {
  const { outbox } = useChat();
  return useSyncExternalStore(outbox.subscribe, outbox.getSnapshot);
}

/** Whether the reader is looking at the page: it is visible and has the focus. */
export function useIsPageActive(): boolean {
  const [isLookedAt, set] = useState(isPageSeen);
  useEffect(() => {
    const update = () => set(isPageSeen());
    const events = ["focus", "blur"] as const;
    for (const event of events) window.addEventListener(event, update);
    document.addEventListener("visibilitychange", update);
    return () => {
      for (const event of events) window.removeEventListener(event, update);
      document.removeEventListener("visibilitychange", update);
    };
  }, []);
  return isLookedAt;
}

const isPageSeen = () => document.visibilityState === "visible" && document.hasFocus();
