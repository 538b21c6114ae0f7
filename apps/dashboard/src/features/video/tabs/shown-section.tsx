import { useEffect } from "react";
import { elementIdOf } from "../../../components/ui/sections/use-sections.ts";
import type { SectionId } from "../sections.ts";

interface ShownSectionProps {
  section: SectionId | undefined;
  /** The key of the current location: following the same link again leads to the section again. */
  navigation: string;
  hasReaderMoved: () => boolean;
}

/**
 * Scrolls to the section named by the URL and focuses it. It stands behind the tab's content and so takes effect when that has
 * loaded; if the reader has pressed or typed something by then, it does nothing: a press would miss its target, and typed text
 * its field.
 */
export function ShownSection({ section, navigation, hasReaderMoved }: ShownSectionProps): null {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation leads to the section once
  useEffect(() => {
    if (!section || hasReaderMoved()) return;
    const element = document.getElementById(elementIdOf(section));
    element?.scrollIntoView();
    element?.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
  }, [section, navigation]);
  return null;
}
