import { Gauge, type Registry } from "prom-client";
import type { Database } from "../../../platform/database.ts";
import { STALE_AFTER_SEC } from "../../media/videos/index.ts";
import { createFigureCursorsRepository } from "./figure-cursors.repository.ts";

/** Reads how long ago all figures were up to date, in seconds; 0 before the first run. */
export async function readFiguresAgeSec(db: Database): Promise<number> {
  const asOfMs = await createFigureCursorsRepository(db).findAsOfMs();
  return asOfMs === undefined ? 0 : Math.max(0, Date.now() - asOfMs) / 1_000;
}

/** Whether users must be informed. @example isLate(200) // true */
export const isLate = (ageSec: number): boolean => ageSec > STALE_AFTER_SEC;

/** Adds `shoal_figures_age_seconds`, which has no value while the database is unavailable. */
export function measureFigures(registry: Registry, readAgeSec: () => Promise<number>): void {
  new Gauge({
    name: "shoal_figures_age_seconds",
    help: "Seconds since the statistics of all videos last included all reports of viewers",
    registers: [registry],
    async collect() {
      this.reset();
      const ageSec = await readAgeSec().catch(() => undefined);
      if (ageSec !== undefined) this.set(ageSec);
    },
  });
}
