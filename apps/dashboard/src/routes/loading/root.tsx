import { useEffect } from "react";
import { Outlet, useNavigation } from "react-router";
import { useClosingByBack } from "../../components/ui/dialogs/use-closing-by-back.ts";
import { prefetchOnIntent } from "./prefetch.ts";

/**
 * Wraps every page: shows that another page is loading, preloads the targets of links before they are followed, and closes the
 * dialogs of a page that Back leaves.
 */
export function Root() {
  const isLoading = useNavigation().state !== "idle";
  useClosingByBack();
  useEffect(prefetchOnIntent, []);
  return (
    <>
      {/* global.css draws a line at the top of the window for this attribute. */}
      {isLoading && <div hidden data-loading />}
      <Outlet />
    </>
  );
}
