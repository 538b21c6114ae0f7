import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { DB, POOL, REALTIME } from "../../../platform/needs.ts";
import { createAttemptCounter } from "../../../platform/rate-limit.ts";
import { registerExchangeRoutes } from "./exchange.routes.ts";
import { createExchangeService, type ExchangeService } from "./exchange.service.ts";

const EXCHANGE = need<ExchangeService>("exchange of comments");
/** Between two large exports of one person. */
const REST = { attempts: 1, windowSec: 1 };

export const exchangeModule = defineModule({
  name: "exchange",
  services: [
    provide(EXCHANGE, { db: DB, pool: POOL, realtime: REALTIME }, ({ db, pool, realtime }) =>
      createExchangeService({
        db,
        realtime,
        largeExports: createAttemptCounter(pool, "comment-exports", REST),
      }),
    ),
  ],
  routes: using({ exchange: EXCHANGE }, ({ exchange }, app, guardFor) =>
    registerExchangeRoutes(app, guardFor, exchange),
  ),
});
