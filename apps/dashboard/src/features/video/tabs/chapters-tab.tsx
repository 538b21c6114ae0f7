import { CaptionsSection } from "../captions/captions-section.tsx";
import { ChaptersSection } from "../chapters/chapters-section.tsx";
import { createTab } from "./tab-sections.tsx";

export const ChaptersTab = createTab("chapters", { chapters: ChaptersSection, captions: CaptionsSection });
