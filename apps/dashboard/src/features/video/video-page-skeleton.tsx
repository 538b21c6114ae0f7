import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./video-page.module.css";

/** The page before its video is there. */
export function VideoPageSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t("app.loading")}>
      <Skeleton h={36} maw={420} mb="lg" />
      <div className={classes.page}>
        <div className={classes.stage}>
          <Skeleton radius={14} style={{ aspectRatio: "16 / 9" }} />
        </div>
        <SectionsSkeleton />
      </div>
    </div>
  );
}

/** The menu and the sections before they are there. */
export function SectionsSkeleton() {
  return (
    <>
      <div className={classes.skeletonMenu}>
        <Skeleton h={300} radius={14} />
      </div>
      <div className={classes.sections}>
        <Skeleton radius={14} h={320} />
        <Skeleton radius={14} h={200} />
      </div>
    </>
  );
}
