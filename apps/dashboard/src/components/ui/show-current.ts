import { type RefObject, useEffect, useRef } from "react";

const CURRENT = "[aria-current]:not([aria-current=false]), [aria-selected=true]";
/** Where to scroll the current item to: the visible part before it shows that there is more. */
const PLACE = 1 / 3;

/** For a bar of links or tabs that scrolls sideways: its current one is brought into sight, and the page stays where it is. */
export function useCurrentShown<E extends HTMLElement>(current: string): RefObject<E | null> {
  const ref = useRef<E>(null);
  useEffect(() => {
    const bar = ref.current;
    const item = current && bar?.querySelector(CURRENT);
    if (!bar || !item) return;
    const inBar = item.getBoundingClientRect().left - bar.getBoundingClientRect().left;
    bar.scrollTo({ left: bar.scrollLeft + inBar - bar.clientWidth * PLACE });
  }, [current]);
  return ref;
}
