import type { ComponentPropsWithoutRef } from "react";

/** A labelled region with its own scrolling, also by keyboard. */
export function Scrollable(props: ComponentPropsWithoutRef<"section"> & { "aria-label": string }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: only a focusable element can be scrolled by keyboard
  return <section tabIndex={0} {...props} />;
}
