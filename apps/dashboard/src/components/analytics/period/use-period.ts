import { useEffect, useMemo, useState } from "react";
import { type Period, periodOf, type Range, refreshMsOf } from "./period.ts";

export interface ShownPeriod {
  /** The period; undefined until the client's time zone is known. */
  period: Period | undefined;
  /** The time at which the period was computed. */
  nowMs: number;
  /** Recomputes the period from the current time. */
  refresh: () => void;
}

/**
 * Returns the period that all figures of a page share, and advances it as time passes.
 * @param refreshMsFor must be a stable function.
 */
export function usePeriod(
  { range, own }: { range: Range; own: Period },
  timeZone: string | undefined,
  refreshMsFor: (range: Range) => number = refreshMsOf,
): ShownPeriod {
  const [nowMs, setNowMs] = useState(Date.now);
  const refresh = () => setNowMs(Date.now());
  useEffect(() => {
    const everyMs = refreshMsFor(range);
    let movedAtMs = 0;
    const move = () => {
      movedAtMs = Date.now();
      setNowMs(movedAtMs);
    };
    // A hidden page requests no figures. It refreshes the period when it becomes visible again.
    const handleShown = () => {
      if (!document.hidden && Date.now() - movedAtMs >= everyMs) move();
    };
    move();
    const timer = setInterval(() => document.hidden || move(), everyMs);
    document.addEventListener("visibilitychange", handleShown);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", handleShown);
    };
  }, [range, refreshMsFor]);
  const { fromMs, toMs } = own;
  const period = useMemo(
    () => (timeZone ? periodOf(range, { fromMs, toMs }, { nowMs, timeZone }) : undefined),
    [range, fromMs, toMs, nowMs, timeZone],
  );
  return { period, nowMs, refresh };
}
