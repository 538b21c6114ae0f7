import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { DB, JOB_QUEUE, LIMIT_STORE, REALTIME, STORE } from "../../../platform/needs.ts";
import { createAttemptCounter } from "../../../platform/rate-limit.ts";
import { registerExchangeRoutes } from "./exchange.routes.ts";
import { createExchangeService, type ExchangeService } from "./exchange.service.ts";
import { createStills, type Stills } from "./stills.ts";

const EXCHANGE_SERVICE = need<ExchangeService>("exchange of comments");
const VERSION_STILLS = need<Stills>("frames of versions");
/** The limit of large exports per person: one a second. */
const LARGE_EXPORT_LIMIT = { attempts: 1, windowSec: 1 };

export const exchangeModule = defineModule({
  name: "exchange",
  services: [
    provide(VERSION_STILLS, { db: DB, store: STORE, queue: JOB_QUEUE }, createStills),
    provide(
      EXCHANGE_SERVICE,
      { db: DB, limitStore: LIMIT_STORE, realtime: REALTIME, stills: VERSION_STILLS },
      ({ db, limitStore, realtime, stills }) =>
        createExchangeService({
          db,
          realtime,
          stills,
          largeExports: createAttemptCounter(limitStore, "comment-exports", LARGE_EXPORT_LIMIT),
        }),
    ),
  ],
  routes: using({ exchange: EXCHANGE_SERVICE }, ({ exchange }, app, guardFor) =>
    registerExchangeRoutes(app, guardFor, exchange),
  ),
  jobResults: {
    of: "exchange",
    part: using({ stills: VERSION_STILLS }, ({ stills }) => ({
      onResult: async () => stills.onResult(),
      onDead: async () => stills.onResult(),
    })),
  },
});
