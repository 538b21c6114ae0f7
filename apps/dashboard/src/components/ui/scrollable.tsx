import type { ComponentPropsWithoutRef } from "react";

/** A labelled region with its own scrolling, also by keyboard. */
export function Scrollable(props: ComponentPropsWithoutRef<"section"> & { "aria-label": string }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: only what has the focus scrolls by the keyboard.
  return <section tabIndex={0} {...props} />;
}
