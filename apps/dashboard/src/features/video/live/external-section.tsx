import { Skeleton } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { lazy, Suspense } from "react";
import { Section } from "../section.tsx";

/** The content of the section for restream targets, loaded with its texts after the page. */
const LazyExternalBody = lazy(async () => ({ default: (await import("./external-body.tsx")).ExternalBody }));

/** Edits the external destinations to which a live is restreamed. */
export function ExternalSection({ video }: { video: VideoView }) {
  return (
    <Section section="external">
      <Suspense fallback={<Skeleton h={96} radius="md" />}>
        <LazyExternalBody video={video} />
      </Suspense>
    </Section>
  );
}
