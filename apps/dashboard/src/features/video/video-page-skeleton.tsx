import { Skeleton, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./video-page.module.css";

/** Shows placeholders for the page while its video loads. */
export function VideoPageSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t("app.loading")}>
      <Skeleton h={36} maw={420} mb="md" />
      <Skeleton h={28} maw={560} mb="lg" />
      <div className={classes.page} data-tab="overview">
        <div className={classes.stage}>
          <Skeleton radius={14} style={{ aspectRatio: "16 / 9" }} />
          <GlanceSkeleton />
        </div>
        <SectionsSkeleton />
      </div>
    </div>
  );
}

/** Shows a placeholder for the line below the player. */
export function GlanceSkeleton() {
  return <Skeleton h={54} radius="md" mt="md" />;
}

/** Shows placeholders for the sections of a tab. */
export function SectionsSkeleton() {
  return (
    <Stack gap={20} miw={0}>
      <Skeleton radius={14} h={320} />
      <Skeleton radius={14} h={200} />
    </Stack>
  );
}
