export { type ClientFigures, createClientFigures } from "./client-figures.ts";
export { openClosedHours } from "./closed-hours.ts";
export { FIGURE_COLUMNS, figuresOfRow } from "./figure-columns.ts";
export { CLOSED_CURSOR, createFigureCursorsRepository } from "./figure-cursors.repository.ts";
export { registerFigureRoutes } from "./figures.routes.ts";
export { isLate, measureFigures, readFiguresAgeSec, whenFiguresAreLate } from "./lateness.ts";
export { MINUTE_COUNTS } from "./minute-bits.ts";
export { FiguresMirror } from "./mirror.ts";
export { createMonthSums, type MonthSums } from "./month-sums.ts";
export { createOutroFigures } from "./outro-figures.ts";
export {
  type Minutes,
  minutesBetween,
  STARTUP_BUCKET,
  sessionRowColumns,
  sessionRowsOf,
} from "./session-rows.ts";
