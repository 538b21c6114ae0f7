import { Skeleton } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { ReadOnly } from "../../../components/ui/read-only.tsx";
import { Section } from "../section.tsx";

/** The selection of an outro, loaded separately with its texts, so that the page does not wait for it. */
const LazyOutroChoice = lazy(async () => ({ default: (await import("./outro-choice.tsx")).OutroChoice }));

/** Edits the outro at the end of the video. */
export function OutroSection({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  return (
    <Section section="outro" hint={t("videoPage.outroHint")} aside={<ReadOnly />}>
      <Suspense fallback={<Skeleton h={96} radius="md" aria-label={t("app.loading")} role="status" />}>
        <LazyOutroChoice video={video} />
      </Suspense>
    </Section>
  );
}
