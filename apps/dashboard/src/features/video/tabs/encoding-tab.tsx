import { EncodingSection } from "../encoding/encoding-section.tsx";
import { DownloadSection, ReplaceSection } from "../media-sections.tsx";
import { createTab } from "./tab-sections.tsx";

/** The tab with the qualities of a file, and the file itself. */
export const EncodingTab = createTab("encoding", {
  encoding: EncodingSection,
  download: DownloadSection,
  replace: ReplaceSection,
});
