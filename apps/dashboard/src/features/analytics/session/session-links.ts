import type { Range } from "../../../components/analytics/period/period.ts";

/** Covers the whole period for which single sessions are kept. */
export const RANGE_OF_VIEWERS: Range = "quarter";
