import { Badge } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { Section } from "../section.tsx";
import { DerivedVideos } from "./children.tsx";

/** Lists the recordings and clips of a live with their sizes, newest first. */
export function ArchivesSection({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const count = video.archivesFromLiveSize;
  return (
    <Section
      section="archives"
      hint={t(`videoPage.archives.${video.keepLive ? "hint" : "hintNotKept"}`)}
      aside={
        count > 0 && (
          <Badge variant="default" size="lg" tt="none" fw={600}>
            {t("videoPage.archives.count", { count })}
          </Badge>
        )
      }
    >
      <DerivedVideos
        video={video}
        count={count}
        empty={t("videoPage.archives.none")}
        failed={t("videoPage.archives.failed")}
      />
    </Section>
  );
}
