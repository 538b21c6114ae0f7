import type { VideoView } from "@shoal/contract";
import { lazy, Suspense } from "react";

/** The chat, loaded with its texts after the window has opened. */
const LiveChatPart = lazy(async () => ({
  default: (await import("../../../components/live/chat/live-chat-part.tsx")).LiveChatPart,
}));

/** Shows the viewers' chat in the window of a live. */
export function WindowChat({ video: { uuid } }: { video: VideoView }) {
  return (
    <Suspense fallback={null}>
      <LiveChatPart uuid={uuid} />
    </Suspense>
  );
}
