import { useEffect } from "react";
import { elementIdOf } from "../../../components/ui/sections/use-sections.ts";
import type { SectionId } from "../sections.ts";

interface ShownSectionProps {
  section: SectionId | undefined;
  /** Key of the current location: following the same link again leads to the section again. */
  navigation: string;
  hasReaderMoved: () => boolean;
}

/**
 * Scrolls to the section named by the URL and focuses it. The component is rendered after the tab's content, and so takes effect when that
 * has loaded. If the reader has clicked or typed by that time, it does nothing: scrolling would make a click miss its target, and text its
 * field.
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
