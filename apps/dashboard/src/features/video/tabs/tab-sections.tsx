import type { VideoView } from "@shoal/contract";
import type { ComponentType } from "react";
import { type SectionId, sectionsOf, type TabId } from "../sections.ts";
import classes from "./tabs.module.css";

export type TabContent = ComponentType<{ video: VideoView }>;
type SectionContents = Partial<Record<SectionId, TabContent>>;

/** Creates a tab of the page, with its sections in display order. */
export function createTab(tab: TabId, contents: SectionContents): TabContent {
  return ({ video }) => (
    <div className={classes.sections}>
      {sectionsOf(tab, video.type).map((id) => {
        const Content = contents[id];
        return Content && <Content key={id} video={video} />;
      })}
    </div>
  );
}
