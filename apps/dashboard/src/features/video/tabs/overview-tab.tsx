import { ArchivesSection } from "../cuts/archives-section.tsx";
import { CutsSection } from "../cuts/cuts-section.tsx";
import { CategoriesSection } from "../overview/categories-section.tsx";
import { FiguresSection } from "../overview/figures-section.tsx";
import { InfoSection } from "../overview/info-section.tsx";
import { PlaceSection } from "../overview/place-section.tsx";
import { ShareSection } from "../overview/share-section.tsx";
import { createTab } from "./tab-sections.tsx";

/** The tab with the facts about the video, derived videos, and sharing. */
export const OverviewTab = createTab("overview", {
  info: InfoSection,
  archives: ArchivesSection,
  cuts: CutsSection,
  share: ShareSection,
  figures: FiguresSection,
  categories: CategoriesSection,
  place: PlaceSection,
});
