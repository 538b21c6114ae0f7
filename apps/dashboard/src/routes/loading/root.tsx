import { useEffect } from "react";
import { Outlet, useNavigation } from "react-router";
import { prefetchOnIntent } from "./prefetch.ts";

/** Around every page: that another one is on its way, and what links lead to before they are followed. */
export function Root() {
  const isLoading = useNavigation().state !== "idle";
  useEffect(prefetchOnIntent, []);
  return (
    <>
      {/* The line at the top of the window: global.css. */}
      {isLoading && <div hidden data-loading />}
      <Outlet />
    </>
  );
}
