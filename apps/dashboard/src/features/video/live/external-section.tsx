import { Skeleton } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { lazy, Suspense } from "react";
import { loadTexts } from "../../../i18n/index.ts";
import { Section } from "../section.tsx";

/** Fetched with its texts when the page is there. */
const ExternalBody = lazy(async () => {
  const [{ ExternalBody: Body }] = await Promise.all([
    import("./external-body.tsx"),
    loadTexts("externalStreams"),
  ]);
  return { default: Body };
});

/** Where a live is sent on to. */
export function ExternalSection({ video }: { video: VideoView }) {
  return (
    <Section section="external">
      <Suspense fallback={<Skeleton h={96} radius="md" />}>
        <ExternalBody video={video} />
      </Suspense>
    </Section>
  );
}
