import type { ComponentPropsWithoutRef } from "react";

/** A named part of a page that scrolls by itself, also by the keyboard. */
export function Scrollable(props: ComponentPropsWithoutRef<"section"> & { "aria-label": string }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: only what has the focus scrolls by the keyboard.
  return <section tabIndex={0} {...props} />;
}
