import { Skeleton } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { lazy, Suspense } from "react";
import { Section } from "../section.tsx";

/** The content of the chat section, loaded with its texts after the page. */
const LazyLiveChatBody = lazy(async () => ({
  default: (await import("../../../components/live/chat/live-chat-body.tsx")).LiveChatBody,
}));

/** Shows the chat of a live. */
export function ChatSection({ video }: { video: VideoView }) {
  return (
    <Section section="chat">
      <Suspense fallback={<Skeleton h={96} radius="md" />}>
        <LazyLiveChatBody uuid={video.uuid} />
      </Suspense>
    </Section>
  );
}
