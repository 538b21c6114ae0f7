import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { DB, LIMIT_STORE, QUEUE, REALTIME, STORE } from "../../../platform/needs.ts";
import { createAttemptCounter } from "../../../platform/rate-limit.ts";
import { registerExchangeRoutes } from "./exchange.routes.ts";
import { createExchangeService, type ExchangeService } from "./exchange.service.ts";
import { createStills, type Stills } from "./stills.ts";

const EXCHANGE = need<ExchangeService>("exchange of comments");
const STILLS = need<Stills>("frames of versions");
/** The limit of large exports per person: one a second. */
const REST = { attempts: 1, windowSec: 1 };

export const exchangeModule = defineModule({
  name: "exchange",
  services: [
    provide(STILLS, { db: DB, store: STORE, queue: QUEUE }, createStills),
    provide(
      EXCHANGE,
      { db: DB, limitStore: LIMIT_STORE, realtime: REALTIME, stills: STILLS },
      ({ db, limitStore, realtime, stills }) =>
        createExchangeService({
          db,
          realtime,
          stills,
          largeExports: createAttemptCounter(limitStore, "comment-exports", REST),
        }),
    ),
  ],
  routes: using({ exchange: EXCHANGE }, ({ exchange }, app, guardFor) =>
    registerExchangeRoutes(app, guardFor, exchange),
  ),
  jobResults: {
    of: "exchange",
    part: using({ stills: STILLS }, ({ stills }) => ({
      onResult: async () => stills.onResult(),
      onDead: async () => stills.onResult(),
    })),
  },
});
