import type { Range } from "../../../components/analytics/period/period.ts";

/** As far back as single sessions are kept. */
export const RANGE_OF_VIEWERS: Range = "quarter";
