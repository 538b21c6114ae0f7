import { useEffect } from "react";
import { Outlet, useNavigation } from "react-router";
import { useClosingByBack } from "../../components/ui/dialogs/use-closing-by-back.ts";
import { prefetchOnIntent } from "./prefetch.ts";

/**
 * Wraps every page: shows that another page is loading, preloads the targets of links before they are followed, and closes the dialogs of a
 * page that the user leaves with Back.
 */
export function Root() {
  const isLoading = useNavigation().state !== "idle";
  useClosingByBack();
  useEffect(prefetchOnIntent, []);
  return (
    <>
      {/* For this attribute, global.css draws a line at the top of the window. */}
      {isLoading && <div hidden data-loading />}
      <Outlet />
    </>
  );
}
