import { dateOf } from "../../../lib/times.ts";

/** §9's date, and the second: figures are a few seconds old. */
export const clockText = (iso: string, timeZone: string): string =>
  Number.isNaN(Date.parse(iso))
    ? dateOf(iso)
    : new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "short", timeStyle: "medium" }).format(
        Date.parse(iso),
      );
