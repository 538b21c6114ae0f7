import type pg from "pg";
import type { Config } from "../config.ts";
import {
  createAlertNews,
  createAlertSettingsService,
  createAlertsService,
  createAlertWatch,
} from "../modules/alerts/index.ts";
import { createConsumptionService } from "../modules/consumption/index.ts";
import { createFootprintMonthsService, createFootprintService } from "../modules/footprint/index.ts";
import type { LogWriter } from "../modules/logs/index.ts";
import type { MailsService } from "../modules/mails/index.ts";
import { createProofService, createProofWatch } from "../modules/proof/index.ts";
import { createRankingsService, createSearchService } from "../modules/search/index.ts";
import { createSiteFiguresService } from "../modules/sites/index.ts";
import {
  createPlacesService,
  createRankingService,
  createStatisticsService,
  openProofReader,
} from "../modules/statistics/index.ts";
import type { Analytics } from "../platform/clickhouse.ts";
import type { Database } from "../platform/database.ts";
import type { Realtime } from "../platform/realtime/realtime.ts";

/** What viewers watched, and how a client is told of it. */
export function openAnalyticsServices(shared: {
  config: Config;
  db: Database;
  pool: pg.Pool;
  analytics: Analytics;
  mails: MailsService;
  logWriter: LogWriter;
  realtime: Realtime;
  onError: (error: unknown) => void;
}) {
  const { config, db, pool, analytics, mails, logWriter, realtime, onError } = shared;
  const proofReader = openProofReader({ analytics, onError });
  const news = createAlertNews({ mails, publicUrl: config.API_PUBLIC_URL });
  return {
    siteFigures: createSiteFiguresService({ db, analytics }),
    statistics: {
      ...createStatisticsService({ db, pool, analytics, secret: config.INTERNAL_SECRET, onError }),
      ...createRankingService({ db, analytics, onError }),
      ...createPlacesService({ db, analytics, onError }),
    },
    proof: createProofService({ db, reader: proofReader }),
    proofWatch: createProofWatch({
      ...{ db, reader: proofReader, mails, logs: logWriter, publicUrl: config.API_PUBLIC_URL, onError },
    }),
    footprint: createFootprintService({ db, analytics, onError }),
    footprintMonths: createFootprintMonthsService({ db, analytics }),
    alerts: createAlertsService({ db, analytics, realtime, news, onError }),
    alertSettings: createAlertSettingsService({ db }),
    alertWatch: createAlertWatch({ db, analytics, realtime, news }),
    search: createSearchService({ db, analytics, onError }),
    rankings: createRankingsService({ db, analytics, onError }),
    consumption: createConsumptionService({ db, analytics, onError }),
  };
}
