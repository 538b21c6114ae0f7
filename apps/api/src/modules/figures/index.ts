export { type BilledPeriod, billedHoursSql, billedParams } from "./billed-bytes.ts";
export { type ClientFigures, createClientFigures } from "./client-figures.ts";
export { type ClosedHoursStore, createClosedHoursStore, openClosedHours } from "./closed-hours.ts";
export {
  createDaySums,
  DISTINCT,
  distinctOf,
  PLACE_SQL,
  STARTUP_ARGS,
  STARTUPS,
  STARTUPS_MERGED,
  type SummedDimension,
} from "./day-sums.ts";
export { FIGURE_COLUMNS, figuresOfRow } from "./figure-columns.ts";
export { CLOSED_CURSOR, createFigureCursorsRepository, METERED_CURSOR } from "./figure-cursors.repository.ts";
export { registerFigureRoutes } from "./figures.routes.ts";
export { isLate, measureFigures, readFiguresAgeSec, whenFiguresAreLate } from "./lateness.ts";
export { MINUTE_COUNTS } from "./minute-bits.ts";
export { closeHoursAnew, FiguresMirror } from "./mirror.ts";
export { createMonthSums, type MonthSums } from "./month-sums.ts";
export { IS_KEPT_SQL, oldestMinuteSec } from "./oldest-minute.ts";
export { createOutroFigures } from "./outro-figures.ts";
export { DIMENSION_SQL, keySqlOf, RENDITIONS_OF_MINUTE_SQL } from "./session-dimensions.ts";
export {
  type Minutes,
  minutesBetween,
  STARTUP_BUCKET,
  SUMS,
  sessionRowColumns,
  sessionRowsOf,
} from "./session-rows.ts";
export {
  createSummedDaysRepository,
  type SummedDays,
  type SummedDaysRepository,
} from "./summed-days.repository.ts";
