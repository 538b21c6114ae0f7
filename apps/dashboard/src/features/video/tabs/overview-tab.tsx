import { ArchivesSection } from "../archives-section.tsx";
import { CategoriesSection } from "../categories-section.tsx";
import { CutsSection } from "../cuts-section.tsx";
import { FiguresSection } from "../figures-section.tsx";
import { InfoSection } from "../info-section.tsx";
import { PlaceSection } from "../place-section.tsx";
import { ShareSection } from "../share-section.tsx";
import { tabWith } from "./tab-sections.tsx";

/** What the video is, what was made of it, and how it is shared. */
export const OverviewTab = tabWith("overview", {
  info: InfoSection,
  archives: ArchivesSection,
  cuts: CutsSection,
  share: ShareSection,
  figures: FiguresSection,
  categories: CategoriesSection,
  place: PlaceSection,
});
