import { IntroSection } from "../intro-section.tsx";
import { ThumbnailSection } from "../media-sections.tsx";
import { OutroSection } from "../outro-section.tsx";
import { PlaybackSection } from "../playback-section.tsx";
import { tabWith } from "./tab-sections.tsx";

/** What viewers see before, around and after the video. */
export const AppearanceTab = tabWith("appearance", {
  thumbnail: ThumbnailSection,
  playback: PlaybackSection,
  intro: IntroSection,
  outro: OutroSection,
});
