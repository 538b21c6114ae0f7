import { useEffect, useRef, useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import { elementIdOf, SECTION_GROUPS, type SectionId } from "./sections.ts";

const ALL: readonly SectionId[] = Object.values(SECTION_GROUPS).flat();
/** What stands above the sections: a section that ends higher is not read any more. */
const HEAD_PX = 160;

const elementOf = (section: SectionId) => document.getElementById(elementIdOf(section));

/** Goes to the section that the address names, with the keyboard too. @returns the section that is being read. */
export function useSections(): SectionId {
  const [parameters] = useSearchParams();
  const { key } = useLocation();
  const wanted = ALL.find((section) => section === parameters.get("section"));
  const [current, setCurrent] = useState<SectionId>(wanted ?? "account");
  const chosen = useRef(wanted);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link again leads there again
  useEffect(() => {
    chosen.current = wanted;
    if (!wanted) return;
    const element = elementOf(wanted);
    element?.scrollIntoView();
    element?.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
    setCurrent(wanted);
  }, [wanted, key]);
  useEffect(() => {
    const follow = () => setCurrent(findRead(chosen.current));
    addEventListener("scroll", follow, { passive: true });
    return () => removeEventListener("scroll", follow);
  }, []);
  return current;
}

/** The section that is read: the chosen one while it is whole in the window, else the first below the head. */
function findRead(chosen: SectionId | undefined): SectionId {
  if (chosen && isWhole(chosen)) return chosen;
  const first = ALL.find((section) => (elementOf(section)?.getBoundingClientRect().bottom ?? 0) > HEAD_PX);
  return first ?? "account";
}

/** Sections at the end of the page never come to its top. */
function isWhole(section: SectionId): boolean {
  const place = elementOf(section)?.getBoundingClientRect();
  return place !== undefined && place.top >= 0 && place.bottom <= innerHeight;
}
