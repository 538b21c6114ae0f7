import { useEffect, useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import { elementIdOf, SECTION_GROUPS, type SectionId } from "./sections.ts";

const ALL: readonly SectionId[] = Object.values(SECTION_GROUPS).flat();
/** The part of the window in which a section is the one that is read: below the bar, above the middle. */
const READING_MARGIN = "-130px 0px -55% 0px";

/** Goes to the section that the address names, with the keyboard too. @returns the section that is being read. */
export function useSections(): SectionId {
  const [parameters] = useSearchParams();
  const { key } = useLocation();
  const wanted = ALL.find((section) => section === parameters.get("section"));
  const [current, setCurrent] = useState<SectionId>(wanted ?? "account");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link again leads there again
  useEffect(() => {
    if (!wanted) return;
    const element = document.getElementById(elementIdOf(wanted));
    element?.scrollIntoView();
    element?.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
    setCurrent(wanted);
  }, [wanted, key]);
  useEffect(() => watchReading(setCurrent), []);
  return current;
}

/** Tells which section is in the reading part of the window; the first of several. */
function watchReading(onRead: (section: SectionId) => void): () => void {
  const visible = new Set<string>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        if (isIntersecting) visible.add(target.id);
        else visible.delete(target.id);
      const first = ALL.find((section) => visible.has(elementIdOf(section)));
      if (first) onRead(first);
    },
    { rootMargin: READING_MARGIN },
  );
  for (const section of ALL) {
    const element = document.getElementById(elementIdOf(section));
    if (element) observer.observe(element);
  }
  return () => observer.disconnect();
}
