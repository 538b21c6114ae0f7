import { type RefObject, useEffect, useRef } from "react";

const CURRENT = "[aria-current]:not([aria-current=false]), [aria-selected=true]";
/** Where to scroll the current item to: the visible part before it shows that there is more. */
const PLACE = 1 / 3;
/** Positions are fractions where the page is zoomed. */
const ROUNDING_PX = 1;

/**
 * For a bar of links or tabs that scrolls sideways: its current one is brought into sight, and the page stays where it is. Edges
 * beyond which it continues fade.
 */
export function useCurrentShown<E extends HTMLElement>(current: string): RefObject<E | null> {
  const ref = useRef<E>(null);
  useEffect(() => {
    const bar = ref.current;
    const item = current && bar?.querySelector(CURRENT);
    if (!bar || !item) return;
    const inBar = item.getBoundingClientRect().left - bar.getBoundingClientRect().left;
    bar.scrollTo({ left: bar.scrollLeft + inBar - bar.clientWidth * PLACE });
  }, [current]);
  useEffect(() => (ref.current ? fadeEdges(ref.current) : undefined), []);
  return ref;
}

/** Marks a bar with the sides on which it continues, for `global.css`. @returns a function that ends it. */
function fadeEdges(bar: HTMLElement): () => void {
  const mark = () => {
    const { scrollLeft, clientWidth, scrollWidth } = bar;
    const sides = [
      scrollLeft > ROUNDING_PX && "before",
      scrollLeft + clientWidth < scrollWidth - ROUNDING_PX && "after",
    ].filter(Boolean);
    if (sides.length > 0) bar.dataset.more = sides.join(" ");
    else delete bar.dataset.more;
  };
  const sizes = new ResizeObserver(mark);
  // In another language the items become wider while the bar keeps its size, so the items are observed too.
  for (const each of [bar, ...bar.children]) sizes.observe(each);
  bar.addEventListener("scroll", mark, { passive: true });
  return () => {
    sizes.disconnect();
    bar.removeEventListener("scroll", mark);
  };
}
