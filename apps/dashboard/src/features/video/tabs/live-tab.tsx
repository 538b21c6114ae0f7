import { ChaptersSection } from "../chapters/chapters-section.tsx";
import { EncodingSection } from "../encoding/encoding-section.tsx";
import { ChatSection } from "../live/chat-section.tsx";
import { ExternalSection } from "../live/external-section.tsx";
import { LiveSection } from "../live/live-section.tsx";
import { createTab } from "./tab-sections.tsx";

export const LiveTab = createTab("live", {
  live: LiveSection,
  chat: ChatSection,
  external: ExternalSection,
  encoding: EncodingSection,
  chapters: ChaptersSection,
});
