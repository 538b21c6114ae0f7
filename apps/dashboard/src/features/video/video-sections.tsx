import type { VideoView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { SectionMenu } from "../../components/ui/sections/section-menu.tsx";
import { useSections } from "../../components/ui/sections/use-sections.ts";
import { CaptionsSection } from "./captions/captions-section.tsx";
import { CategoriesSection } from "./categories-section.tsx";
import { ChaptersSection } from "./chapters-section.tsx";
import { CutsSection } from "./cuts-section.tsx";
import { DeletionSection } from "./deletion-section.tsx";
import { EncodingSection } from "./encoding-section.tsx";
import { FiguresSection } from "./figures-section.tsx";
import { InfoSection } from "./info-section.tsx";
import { IntroSection } from "./intro-section.tsx";
import { DownloadSection, ReplaceSection, ThumbnailSection } from "./media-sections.tsx";
import { OutroSection } from "./outro-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { PlaybackSection } from "./playback-section.tsx";
import { SECTION_GROUPS, SECTIONS, type SectionGroup, type SectionId } from "./sections.ts";
import { ShareSection } from "./share-section.tsx";
import { StartSection } from "./start-section.tsx";
import classes from "./video-page.module.css";

/** The menu of the page and its sections. */
export function VideoSections({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const current = useSections(SECTIONS);
  const groups = (Object.keys(SECTION_GROUPS) as SectionGroup[]).map((group) => ({
    name: t(`videoPage.groups.${group}`),
    sections: SECTION_GROUPS[group].map((id: SectionId) => ({ id, name: t(`videoPage.sections.${id}`) })),
  }));
  return (
    <>
      <SectionMenu label={t("videoPage.menu")} groups={groups} current={current} />
      <div className={classes.sections}>
        <InfoSection video={video} />
        <FiguresSection video={video} />
        <ShareSection video={video} />
        <ThumbnailSection video={video} />
        <StartSection video={video} />
        <PasswordSection video={video} />
        <PlaybackSection video={video} />
        <IntroSection video={video} />
        <ChaptersSection video={video} />
        <CaptionsSection video={video} />
        <OutroSection video={video} />
        <CategoriesSection video={video} />
        <CutsSection video={video} />
        <DownloadSection video={video} />
        <ReplaceSection video={video} />
        <EncodingSection video={video} />
        <DeletionSection video={video} />
      </div>
    </>
  );
}
