import { useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import type { ScreenName } from "../../features.ts";
import { findRoute } from "../find-route.ts";
import { screenOf } from "../screens.ts";

/** The delay before a skeleton is shown, in ms. For a screen that loads faster, the skeleton would only flicker. */
const SKELETON_DELAY_MS = 90;

/** Returns the screen being loaded if it differs from the current screen and takes longer than the delay; otherwise undefined. */
export function usePendingScreen(): ScreenName | undefined {
  const { pathname } = useLocation();
  const wanted = useNavigation().location?.pathname;
  const screen = wanted === undefined || wanted === pathname ? undefined : findRoute(wanted)?.route.screen;
  const isPage = screen !== undefined && "lazy" in screenOf(screen);
  const [late, setLate] = useState<string>();
  useEffect(() => {
    if (!isPage) return;
    const timer = setTimeout(() => setLate(wanted), SKELETON_DELAY_MS);
    return () => {
      clearTimeout(timer);
      setLate(undefined);
    };
  }, [wanted, isPage]);
  return isPage && late === wanted ? screen : undefined;
}
