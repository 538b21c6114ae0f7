import { useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import type { ScreenName } from "../../features.ts";
import { findRoute } from "../find-route.ts";
import { screenOf } from "../screens.ts";

/** What comes sooner replaces the old screen at once: a skeleton for a blink would only flicker. */
const SHOWN_AFTER_MS = 90;

/** The screen that is on its way, when it is another one and takes longer than a blink; undefined while none is. */
export function usePendingScreen(): ScreenName | undefined {
  const { pathname } = useLocation();
  const wanted = useNavigation().location?.pathname;
  const screen = wanted === undefined || wanted === pathname ? undefined : findRoute(wanted)?.route.screen;
  const isPage = screen !== undefined && "lazy" in (screenOf(screen) ?? {});
  const [late, setLate] = useState<string>();
  useEffect(() => {
    if (!isPage) return;
    const timer = setTimeout(() => setLate(wanted), SHOWN_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setLate(undefined);
    };
  }, [wanted, isPage]);
  return isPage && late === wanted ? screen : undefined;
}
