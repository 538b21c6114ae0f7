import { useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import { closeDialogs } from "./dialog-stack.ts";

/**
 * Closes the dialogs when the browser's Back or Forward has left their page. Other navigations close no dialogs, because they may open
 * dialogs of the next page.
 */
export function useClosingByBack(): void {
  // Compares location objects instead of their keys: the first history entry and every typed address have the key "default".
  const location = useLocation();
  const isPop = useNavigationType() === "POP";
  const shown = useRef(location);
  // A layout effect runs before the effects of the next screen, which may open a dialog.
  useLayoutEffect(() => {
    if (shown.current === location) return;
    shown.current = location;
    if (isPop) closeDialogs();
  }, [location, isPop]);
}
