import { useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import { closeDialogs } from "./dialog-stack.ts";

/**
 * Closes the dialogs when the browser's Back or Forward has left their page. Other navigations open dialogs of the next page, so
 * they close none.
 */
export function useClosingByBack(): void {
  const { key } = useLocation();
  const isPop = useNavigationType() === "POP";
  const shown = useRef(key);
  // Before the effects of the next screen, which may open a dialog.
  useLayoutEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    if (isPop) closeDialogs();
  }, [key, isPop]);
}
