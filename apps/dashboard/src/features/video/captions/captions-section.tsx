import { Skeleton } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { lazy, Suspense } from "react";
import { Section } from "../section.tsx";

/** The content of the section, loaded with its texts after the page. */
const LazyCaptionsBody = lazy(async () => ({ default: (await import("./captions-body.tsx")).CaptionsBody }));

/** Edits the subtitles of the video. */
export function CaptionsSection({ video }: { video: VideoView }) {
  return (
    <Section section="captions">
      <Suspense fallback={<Skeleton h={96} radius="md" />}>
        <LazyCaptionsBody video={video} />
      </Suspense>
    </Section>
  );
}
