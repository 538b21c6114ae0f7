import type { FigureCursorsRepository } from "./figure-cursors.repository.ts";
import type { LinkSums } from "./link-sums.ts";
import type { SumsReader } from "./sums.ts";

const HOUR_SEC = 3_600;
/** A beacon may come an hour late; an hour is closed after that. */
const CLOSE_AFTER_SEC = 2 * HOUR_SEC;
/** After a long pause the hours are many: what is closed is noted meanwhile. */
const NOTE_EVERY_HOURS = 24;

interface ClosedHoursDeps {
  sums: Pick<SumsReader, "closeHour" | "findFirstHour">;
  linkSums: Pick<LinkSums, "closeHour">;
  cursors: FigureCursorsRepository;
}

/** Closes hours that are over. @returns the end of the last one, in seconds since 1970. */
export async function closeHours(deps: ClosedHoursDeps, nowMs: number): Promise<number> {
  const { sums, linkSums, cursors } = deps;
  const kept = await cursors.findClosedUntilSec();
  const limitSec = Math.floor((nowMs / 1000 - CLOSE_AFTER_SEC) / HOUR_SEC) * HOUR_SEC;
  let untilSec = kept ?? (await sums.findFirstHour()) ?? limitSec;
  if (kept !== undefined && untilSec >= limitSec) return untilSec;
  for (let hours = 1; untilSec < limitSec; hours += 1) {
    await sums.closeHour(untilSec, nowMs);
    await linkSums.closeHour(untilSec, nowMs);
    untilSec += HOUR_SEC;
    if (hours % NOTE_EVERY_HOURS === 0) await cursors.saveClosedUntilSec(untilSec);
  }
  await cursors.saveClosedUntilSec(untilSec);
  return untilSec;
}
