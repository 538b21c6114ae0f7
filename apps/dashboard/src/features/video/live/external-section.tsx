import { Skeleton } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { lazy, Suspense } from "react";
import { Section } from "../section.tsx";

/** Fetched with its texts when the page is there. */
const ExternalBody = lazy(async () => ({ default: (await import("./external-body.tsx")).ExternalBody }));

/** The external destinations that a live is restreamed to. */
export function ExternalSection({ video }: { video: VideoView }) {
  return (
    <Section section="external">
      <Suspense fallback={<Skeleton h={96} radius="md" />}>
        <ExternalBody video={video} />
      </Suspense>
    </Section>
  );
}
