import type { VideoView } from "@shoal/contract";
import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { SectionMenu } from "../../components/ui/sections/section-menu.tsx";
import { useSections } from "../../components/ui/sections/use-sections.ts";
import { AsLiveSection } from "./as-live-section.tsx";
import { CaptionsSection } from "./captions/captions-section.tsx";
import { CategoriesSection } from "./categories-section.tsx";
import { ChaptersSection } from "./chapters-section.tsx";
import { CutsSection } from "./cuts-section.tsx";
import { DeletionSection } from "./deletion-section.tsx";
import { DeliverySection } from "./delivery-section.tsx";
import { EncodingSection } from "./encoding-section.tsx";
import { FiguresSection } from "./figures-section.tsx";
import { InfoSection } from "./info-section.tsx";
import { IntroSection } from "./intro-section.tsx";
import { ExternalSection } from "./live/external-section.tsx";
import { LiveSection } from "./live/live-section.tsx";
import { DownloadSection, ReplaceSection, ThumbnailSection } from "./media-sections.tsx";
import { OutroSection } from "./outro-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { PlaceSection } from "./place-section.tsx";
import { PlaybackSection } from "./playback-section.tsx";
import { groupsFor, SECTIONS, type SectionId } from "./sections.ts";
import { ShareSection } from "./share-section.tsx";
import { StartSection } from "./start-section.tsx";
import classes from "./video-page.module.css";

const CONTENTS: Record<SectionId, ComponentType<{ video: VideoView }>> = {
  info: InfoSection,
  live: LiveSection,
  external: ExternalSection,
  figures: FiguresSection,
  place: PlaceSection,
  share: ShareSection,
  thumbnail: ThumbnailSection,
  start: StartSection,
  asLive: AsLiveSection,
  password: PasswordSection,
  delivery: DeliverySection,
  playback: PlaybackSection,
  intro: IntroSection,
  chapters: ChaptersSection,
  captions: CaptionsSection,
  outro: OutroSection,
  categories: CategoriesSection,
  cuts: CutsSection,
  download: DownloadSection,
  replace: ReplaceSection,
  encoding: EncodingSection,
  deletion: DeletionSection,
};

/** The menu of the page and its sections. */
export function VideoSections({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const all = SECTIONS[video.type];
  const current = useSections(all);
  const groups = groupsFor(video.type).map(({ name, sections }) => ({
    name: t(`videoPage.groups.${name}`),
    sections: sections.map((id) => ({ id, name: t(`videoPage.sections.${id}`) })),
  }));
  return (
    <>
      <SectionMenu label={t("videoPage.menu")} groups={groups} current={current} />
      <div className={classes.sections}>
        {all.map((id) => {
          const Content = CONTENTS[id];
          return <Content key={id} video={video} />;
        })}
      </div>
    </>
  );
}
