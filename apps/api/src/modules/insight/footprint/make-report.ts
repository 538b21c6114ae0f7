import type { FootprintConsumption, FootprintMethodId, FootprintReport } from "@shoal/contract";
import { footprintMethod, GRID_SOURCE, GRID_URL, monthBounds, reportPartsOf } from "@shoal/domain/footprint";

export interface ReportInput {
  month: string;
  timeZone: string;
  methodId: FootprintMethodId;
  consumption: readonly FootprintConsumption[];
  nowMs: number;
}

/** Makes a report with all of its inputs. The caller adds its identity and the reason for its creation. */
export function makeReport<R extends Pick<FootprintReport, "revision" | "reason">>(
  { month, timeZone, methodId, consumption, nowMs }: ReportInput,
  which: R,
) {
  const method = footprintMethod(methodId);
  const { fromMs, toMs } = monthBounds(month, timeZone);
  const iso = (ms: number) => new Date(ms).toISOString();
  return {
    month,
    timeZone,
    from: iso(fromMs),
    to: iso(toMs),
    ...which,

    madeAt: iso(nowMs),
    asOf: iso(Math.min(nowMs, toMs)),

    method,
    gridSource: GRID_SOURCE,
    gridUrl: GRID_URL,
    ...reportPartsOf(consumption, method),
  };
}
