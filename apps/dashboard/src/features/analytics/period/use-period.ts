import { useEffect, useMemo, useState } from "react";
import type { AnalyticsState } from "../address/analytics-address.ts";
import { type Period, periodOf, refreshMsOf } from "./period.ts";

export interface ShownPeriod {
  /** Undefined until the client's time zone is known. */
  period: Period | undefined;
  /** When it was made. */
  nowMs: number;
  /** Makes it anew. */
  refresh: () => void;
}

/** The period of the page, which moves on with time; all that is on the page is of the same one. */
export function usePeriod({ range, own }: AnalyticsState, timeZone: string | undefined): ShownPeriod {
  const [nowMs, setNowMs] = useState(Date.now);
  const refresh = () => setNowMs(Date.now());
  useEffect(() => {
    setNowMs(Date.now());
    const timer = setInterval(() => setNowMs(Date.now()), refreshMsOf(range));
    return () => clearInterval(timer);
  }, [range]);
  const { fromMs, toMs } = own;
  const period = useMemo(
    () => (timeZone ? periodOf(range, { fromMs, toMs }, { nowMs, timeZone }) : undefined),
    [range, fromMs, toMs, nowMs, timeZone],
  );
  return { period, nowMs, refresh };
}
