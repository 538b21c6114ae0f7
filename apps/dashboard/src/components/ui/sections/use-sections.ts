import { useEffect, useRef, useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import { onUserInput } from "./user-input.ts";

/** The height of the page's header, in pixels. A section that ends above this line is no longer the current section. */
const HEADER_PX = 160;

/** Returns the id of a section's element. */
export const elementIdOf = (section: string) => `section-${section}`;

const elementOf = (section: string) => document.getElementById(elementIdOf(section));

/**
 * Scrolls to and focuses the section in the URL (`?section=`).
 * @param all the page's sections in order; must be a stable array.
 * @returns the section being read.
 */
export function useSections<S extends string>(all: readonly [S, ...S[]]): S {
  const [parameters] = useSearchParams();
  const { key } = useLocation();
  const wanted = all.find((section) => section === parameters.get("section"));
  const [current, setCurrent] = useState<S>(wanted ?? all[0]);
  const chosen = useRef(wanted);
  // biome-ignore lint/correctness/useExhaustiveDependencies: following the same link again must scroll there again
  useEffect(() => {
    chosen.current = wanted;
    if (!wanted) return;
    const element = elementOf(wanted);
    element?.scrollIntoView();
    element?.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
    setCurrent(wanted);
    return keepScrolledTo(wanted);
  }, [wanted, key]);
  useEffect(() => {
    const follow = () => setCurrent(findCurrentSection(all, chosen.current));
    addEventListener("scroll", follow, { passive: true });
    return () => removeEventListener("scroll", follow);
  }, [all]);
  return current;
}

/**
 * Keeps a section in place while content above it loads and grows, until the reader scrolls, presses or types.
 * @returns a function that stops the adjustment.
 */
function keepScrolledTo(section: string): () => void {
  const observer = new ResizeObserver(() => elementOf(section)?.scrollIntoView());
  observer.observe(document.body);
  const stopListening = onUserInput(stop);
  function stop(): void {
    observer.disconnect();
    stopListening();
  }
  return stop;
}

/** Finds the section being read: the chosen section while it is completely visible, otherwise the first section below the header. */
function findCurrentSection<S extends string>(all: readonly [S, ...S[]], chosen: S | undefined): S {
  if (chosen && isFullyVisible(chosen)) return chosen;
  const first = all.find((section) => (elementOf(section)?.getBoundingClientRect().bottom ?? 0) > HEADER_PX);
  return first ?? all[0];
}

/** Whether a section is completely visible. Sections at the end of the page never reach its top. */
function isFullyVisible(section: string): boolean {
  const place = elementOf(section)?.getBoundingClientRect();
  return place !== undefined && place.top >= 0 && place.bottom <= innerHeight;
}
