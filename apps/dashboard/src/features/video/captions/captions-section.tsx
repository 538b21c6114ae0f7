import { Skeleton } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { lazy, Suspense } from "react";
import { loadTexts } from "../../../i18n/index.ts";
import { Section } from "../section.tsx";

/** Fetched with its texts when the page is there. */
const CaptionsBody = lazy(async () => {
  const [{ CaptionsBody: Body }] = await Promise.all([import("./captions-body.tsx"), loadTexts("captions")]);
  return { default: Body };
});

/** The subtitles of the video. */
export function CaptionsSection({ video }: { video: VideoView }) {
  return (
    <Section section="captions">
      <Suspense fallback={<Skeleton h={96} radius="md" />}>
        <CaptionsBody video={video} />
      </Suspense>
    </Section>
  );
}
