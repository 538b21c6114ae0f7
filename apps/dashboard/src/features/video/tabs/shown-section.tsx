import { useEffect } from "react";
import { elementIdOf } from "../../../components/ui/sections/use-sections.ts";
import type { SectionId } from "../sections.ts";

interface ShownSectionProps {
  section: SectionId | undefined;
  /** The key of the current location. It changes when the same link is followed again, which leads to the section again. */
  navigation: string;
  hasReaderMoved: () => boolean;
}

/**
 * Scrolls to the section named by the URL and focuses it. The component is rendered after the tab's content, and therefore takes effect
 * when the content has loaded. It does nothing if the reader has clicked or typed by that time, because scrolling would make a click or
 * typed text miss its target.
 */
export function ShownSection({ section, navigation, hasReaderMoved }: ShownSectionProps): null {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per navigation
  useEffect(() => {
    if (!section || hasReaderMoved()) return;
    const element = document.getElementById(elementIdOf(section));
    element?.scrollIntoView();
    element?.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
  }, [section, navigation]);
  return null;
}
