import { CaptionsSection } from "../captions/captions-section.tsx";
import { ChaptersSection } from "../chapters/chapters-section.tsx";
import { tabWith } from "./tab-sections.tsx";

export const ChaptersTab = tabWith("chapters", { chapters: ChaptersSection, captions: CaptionsSection });
