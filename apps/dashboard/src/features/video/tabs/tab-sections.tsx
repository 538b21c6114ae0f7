import type { VideoView } from "@shoal/contract";
import { type ComponentType, useEffect } from "react";
import { useLocation, useSearchParams } from "react-router";
import { elementIdOf } from "../../../components/ui/sections/use-sections.ts";
import { placeOf, type SectionId, sectionsOf, type TabId } from "../sections.ts";
import classes from "./tabs.module.css";

export type TabContent = ComponentType<{ video: VideoView }>;
type Contents = Partial<Record<SectionId, TabContent>>;

/** A tab of the page: its sections in their order; the URL may name one of them. */
export function tabWith(tab: TabId, contents: Contents): TabContent {
  return ({ video }) => {
    useGoToSection(tab, video);
    return (
      <div className={classes.sections}>
        {sectionsOf(tab, video.type).map((id) => {
          const Content = contents[id];
          return Content && <Content key={id} video={video} />;
        })}
      </div>
    );
  };
}

/** Scrolls to the section named by the URL and focuses it; following the same link again does so again. */
function useGoToSection(tab: TabId, { type }: VideoView): void {
  const [params] = useSearchParams();
  const { key } = useLocation();
  const place = placeOf(params, type);
  const wanted = place.tab === tab ? place.section : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link again leads there again
  useEffect(() => {
    if (!wanted) return;
    const element = document.getElementById(elementIdOf(wanted));
    element?.scrollIntoView();
    element?.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
  }, [wanted, key]);
}
