import type { Range } from "../../../components/analytics/period/period.ts";

/** As far back as sessions are kept one by one. */
export const RANGE_OF_VIEWERS: Range = "quarter";
