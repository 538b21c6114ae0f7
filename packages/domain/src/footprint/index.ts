export { type Consumption, type Footprint, footprintOf } from "./footprint-of.ts";
export { GRID_SOURCE, GRID_URL, gridOf } from "./grid.ts";
export { DEFAULT_FOOTPRINT_METHOD, footprintMethod, listFootprintMethods } from "./methods.ts";
export { addMonths, monthBounds, toIsoMonth } from "./months.ts";
export { type ReportParts, reportPartsOf } from "./report-parts.ts";
export { BOUNDS, resultOf } from "./result.ts";
