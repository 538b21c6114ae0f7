import { dateOf } from "../../lib/times.ts";

/** Of when figures are, in a time zone: §9's date, and the second, for they are a few seconds old. */
export const figuresClock = (iso: string, timeZone: string): string =>
  Number.isNaN(Date.parse(iso))
    ? dateOf(iso)
    : new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "short", timeStyle: "medium" }).format(
        Date.parse(iso),
      );
