import { AppError, SITE_PERIOD_STEPS, type SiteFigures, type SitePeriod } from "@shoal/contract";
import type { Analytics } from "../../../platform/clickhouse.ts";
import type { Database } from "../../../platform/database.ts";
import { errorForCaller } from "../../../platform/query-in-time.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { requireConfig } from "../rules/index.ts";
import { createSiteSums, type SiteSums } from "./site-sums.ts";

/** Viewers who reported within this time count as watching. Reports come every 10 s. */
const NOW_MS = 300_000;

/** Creates the service that returns the viewing figures of a config's sites. */
export function createSiteFiguresService({ db, analytics }: { db: Database; analytics: Analytics }) {
  const sums = createSiteSums(analytics);
  return {
    /** @throws AppError "config_not_found", "not_found" for a site that the config does not have, "unavailable". */
    async getSiteFigures(
      { clientUuid }: Actor,
      { id, site }: { id: string; site: string },
      period: SitePeriod,
    ): Promise<SiteFigures> {
      const config = await requireConfig(db, clientUuid, id);
      if (!config.sites.some(({ uuid }) => uuid === site)) throw new AppError("not_found", "No such site");
      const nowMs = Date.now();
      const { count, stepSec } = SITE_PERIOD_STEPS[period];
      const sinceSec = (Math.floor(nowMs / 1_000 / stepSec) - count + 1) * stepSec;
      const rows = await sums
        .listSteps({ clientUuid, siteUuid: site }, { sinceSec, stepSec, reportedSinceMs: nowMs - NOW_MS })
        .catch((error: unknown) => {
          throw errorForCaller(error);
        });
      return presentFigures(rows, { sinceSec, stepSec, count });
    },
  };
}
export type SiteFiguresService = ReturnType<typeof createSiteFiguresService>;

function presentFigures(
  rows: readonly SiteSums[],
  { sinceSec, stepSec, count }: { sinceSec: number; stepSec: number; count: number },
): SiteFigures {
  const byStep = new Map(rows.map((row) => [row.stepSec, row]));
  const { viewersNow = 0, sessions = 0, watchedSec = 0, ...all } = byStep.get(null) ?? {};
  const steps = Array.from({ length: count }, (_, index) => {
    const fromSec = sinceSec + index * stepSec;
    return { from: new Date(fromSec * 1_000).toISOString(), ...bytesOf(byStep.get(fromSec)) };
  });
  return { viewersNow, sessions, watchedSec, ...bytesOf(all), steps };
}

const bytesOf = ({
  bytesServer = 0,
  bytesWithin = 0,
  bytesPeers = 0,
}: Partial<Pick<SiteSums, "bytesServer" | "bytesWithin" | "bytesPeers">> = {}) => ({
  bytesServer,
  bytesWithin,
  bytesPeers,
});
