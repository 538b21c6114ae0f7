import { type RefObject, useEffect, useRef } from "react";

const CURRENT_SELECTOR = "[aria-current]:not([aria-current=false]), [aria-selected=true]";
/**
 * The position to which the current item is scrolled, as a share of the bar's width. Items that remain visible before it show that the bar
 * continues.
 */
const SCROLL_POSITION_SHARE = 1 / 3;
/** The tolerance for scroll positions, in pixels, because positions are fractional when the page is zoomed. */
const ROUNDING_PX = 1;

/**
 * Returns the ref for a horizontally scrolling bar of links or tabs: brings its current item into view without scrolling the page, and
 * fades the edges beyond which the bar continues.
 */
export function useScrollToCurrent<E extends HTMLElement>(current: string): RefObject<E | null> {
  const ref = useRef<E>(null);
  useEffect(() => {
    const bar = ref.current;
    const item = current && bar?.querySelector(CURRENT_SELECTOR);
    if (!bar || !item) return;
    const inBar = item.getBoundingClientRect().left - bar.getBoundingClientRect().left;
    bar.scrollTo({ left: bar.scrollLeft + inBar - bar.clientWidth * SCROLL_POSITION_SHARE });
  }, [current]);
  useEffect(() => (ref.current ? followHiddenEdges(ref.current) : undefined), []);
  return ref;
}

/** Marks a bar with the sides on which it continues, for `global.css`. @returns a function that stops the updates. */
function followHiddenEdges(bar: HTMLElement): () => void {
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
  // Observes the items as well: after a change of language they have other widths, although the bar keeps its size.
  for (const each of [bar, ...bar.children]) sizes.observe(each);
  bar.addEventListener("scroll", mark, { passive: true });
  return () => {
    sizes.disconnect();
    bar.removeEventListener("scroll", mark);
  };
}
