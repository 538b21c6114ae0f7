import { IntroSection } from "../appearance/intro-section.tsx";
import { OutroSection } from "../appearance/outro-section.tsx";
import { PlaybackSection } from "../appearance/playback-section.tsx";
import { ThumbnailSection } from "../media-sections.tsx";
import { createTab } from "./tab-sections.tsx";

/** The tab with the appearance before, around and after the video. */
export const AppearanceTab = createTab("appearance", {
  thumbnail: ThumbnailSection,
  playback: PlaybackSection,
  intro: IntroSection,
  outro: OutroSection,
});
