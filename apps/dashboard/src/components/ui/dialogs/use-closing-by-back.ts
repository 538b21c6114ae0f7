import { useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import { closeDialogs } from "./dialog-stack.ts";

/**
 * Closes the dialogs when the browser's Back or Forward has left their page. Other navigations open dialogs of the next page, so
 * they close none.
 */
export function useClosingByBack(): void {
  // Compares location objects, since several entries have the key "default": the first entry, and addresses that were typed.
  const location = useLocation();
  const isPop = useNavigationType() === "POP";
  const shown = useRef(location);
  // Runs before the effects of the next screen, which may open a dialog.
  useLayoutEffect(() => {
    if (shown.current === location) return;
    shown.current = location;
    if (isPop) closeDialogs();
  }, [location, isPop]);
}
