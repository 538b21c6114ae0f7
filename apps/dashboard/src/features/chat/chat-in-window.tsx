import { useSyncExternalStore } from "react";
import { Chat } from "./chat.tsx";
import { useChatOwner } from "./store/chat-owner.ts";
import { windowRoom } from "./store/window-room.ts";

/** Shows chat in a floating window over the dashboard. */
export function ChatInWindow() {
  const owner = useChatOwner();
  const { room, message } = useSyncExternalStore(windowRoom.subscribe, () => windowRoom.get(owner));
  if (owner === undefined) return null;
  return (
    <Chat
      room={room?.uuid}
      message={message}
      onOpen={({ kind, uuid }, wanted) => windowRoom.set(owner, { kind, uuid }, wanted)}
      onBack={() => windowRoom.set(owner, undefined)}
    />
  );
}
