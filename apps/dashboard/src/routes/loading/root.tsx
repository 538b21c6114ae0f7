import { useEffect } from "react";
import { Outlet, useNavigation } from "react-router";
import { prefetchOnIntent } from "./prefetch.ts";

/** Wraps every page: shows that another page is loading, and prefetches the targets of links. */
export function Root() {
  const isLoading = useNavigation().state !== "idle";
  useEffect(prefetchOnIntent, []);
  return (
    <>
      {/* global.css draws a line at the top of the window for this attribute. */}
      {isLoading && <div hidden data-loading />}
      <Outlet />
    </>
  );
}
