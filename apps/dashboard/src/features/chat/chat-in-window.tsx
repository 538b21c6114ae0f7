import { useSyncExternalStore } from "react";
import { Chat } from "./chat.tsx";
import { useOwnChat } from "./store/use-chat.ts";
import { windowRoom } from "./store/window-room.ts";

/** Chat in a window over the dashboard. */
export function ChatInWindow() {
  const owner = useOwnChat()?.owner;
  const { room, message } = useSyncExternalStore(windowRoom.subscribe, () => windowRoom.get(owner));
  if (owner === undefined) return null;
  return (
    <Chat
      room={room}
      message={message}
      onOpen={({ uuid }, wanted) => windowRoom.set(owner, uuid, wanted)}
      onBack={() => windowRoom.set(owner, undefined)}
    />
  );
}
