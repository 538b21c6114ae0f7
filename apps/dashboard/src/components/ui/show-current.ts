import { type RefObject, useEffect, useRef } from "react";

/** For a bar of links that scrolls sideways: the one of the present page is brought into sight, the page stays where it is. */
export function useCurrentShown<E extends HTMLElement>(current: string): RefObject<E | null> {
  const bar = useRef<E>(null);
  useEffect(() => {
    if (!current) return;
    const item = bar.current?.querySelector<HTMLElement>("[aria-current]:not([aria-current=false])");
    if (item)
      bar.current?.scrollTo({ left: item.offsetLeft - bar.current.offsetLeft - bar.current.clientWidth / 3 });
  }, [current]);
  return bar;
}
