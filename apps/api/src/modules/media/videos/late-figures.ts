import { sql } from "kysely";

/** Where it is kept of when all figures are, in ms since 1970. */
export const AS_OF_CURSOR = "figures.as_of";
/** Figures that are older are late. A pass is made every 3 s; the first after a long pause closes the hours of months. */
export const LATE_AFTER_SEC = 120;

/** For a query: of when the figures are, while they are late; otherwise null. */
export const whenFiguresAreLate = sql<Date | null>`(
  SELECT to_timestamp(value::text::float8 / 1000) FROM cursors WHERE name = ${sql.lit(AS_OF_CURSOR)}
    AND value::text::float8 / 1000 < extract(epoch FROM now()) - ${sql.lit(LATE_AFTER_SEC)})`;
