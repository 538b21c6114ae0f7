import { carriesOut, defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { ANALYTICS, DB, JOB_QUEUE, ON_ERROR, REALTIME, WORK_NOTIFICATIONS } from "../../../platform/needs.ts";
import { DELETE_STATISTICS, DELIVERED_BYTES } from "../../accounts/clients/index.ts";
import { FIGURES_TO_REFRESH } from "../../delivery/plugin-videos/index.ts";
import { FIGURES_OF_OUTROS } from "../../media/outros/index.ts";
import { type ClientFigures, createClientFigures, REFRESH_FIGURES } from "./client-figures.ts";
import { registerFigureRoutes, registerInternalFigureRoutes } from "./figures.routes.ts";
import { isLate, measureFigures, readFiguresAgeSec } from "./lateness.ts";
import { FiguresMirror } from "./mirror.ts";
import { createOutroFigures } from "./outro-figures.ts";

export { type BilledPeriod, billedHoursSql, billedParams, billedRowsSql } from "./billed-bytes.ts";
export {
  type ClosedHoursStore,
  createClosedHoursStore,
  IS_RETAINED_SQL,
  oldestMinuteSec,
  openClosedHours,
} from "./closed-hours.ts";
export {
  createDaySums,
  DISTINCT_STATES,
  distinctOf,
  PLACE_SQL,
  STARTUP_ARGS,
  STARTUP_QUANTILES,
  STARTUPS_MERGED,
  type SummedDimension,
} from "./day-sums.ts";
export { type DisagreeingFigures, findDisagreeingFigures } from "./disagreeing-figures.ts";
export { CLOSED_CURSOR, createFigureCursorsRepository, METERED_CURSOR } from "./figure-cursors.repository.ts";
export { FiguresMirror, rebuildRollUps, recloseHours } from "./mirror.ts";
export { createMonthSums } from "./month-sums.ts";
export {
  DIMENSION_SQL,
  keySqlOf,
  MINUTE_COUNTS,
  type MinuteConditions,
  minutesBetween,
  RENDITIONS_OF_MINUTE_SQL,
  STARTUP_BUCKET,
  SUMMED_COLUMNS,
  sessionRowColumns,
  sessionRowsOf,
} from "./session-rows.ts";
export {
  createSummedDaysRepository,
  type SummedDays,
  type SummedDaysRepository,
} from "./summed-days.repository.ts";
export { RECENT_MINUTES_SQL } from "./sums.ts";

const CLIENT_FIGURES = need<ClientFigures>("figures of clients");
const FIGURES_MIRROR = need<FiguresMirror>("mirror of figures");

export const figuresModule = defineModule({
  name: "figures",
  services: [
    provide(CLIENT_FIGURES, { db: DB, analytics: ANALYTICS, queue: JOB_QUEUE }, createClientFigures),
    provide(DELIVERED_BYTES, { figures: CLIENT_FIGURES }, ({ figures }) => figures),
    provide(FIGURES_TO_REFRESH, { figures: CLIENT_FIGURES }, ({ figures }) => figures),
    provide(FIGURES_OF_OUTROS, { analytics: ANALYTICS, onError: ON_ERROR }, ({ analytics, onError }) =>
      createOutroFigures(analytics, onError),
    ),
    provide(
      FIGURES_MIRROR,
      { db: DB, analytics: ANALYTICS, realtime: REALTIME, onError: ON_ERROR },
      (deps) => new FiguresMirror(deps),
    ),
  ],
  routes: using({ figures: CLIENT_FIGURES }, ({ figures }, app, guardFor) =>
    registerFigureRoutes(app, guardFor, figures),
  ),
  internalRoutes: using({ mirror: FIGURES_MIRROR }, ({ mirror }, internal, guardFor) =>
    registerInternalFigureRoutes(internal, guardFor, mirror),
  ),
  tasks: [
    carriesOut(
      DELETE_STATISTICS,
      using(
        { figures: CLIENT_FIGURES },
        ({ figures }) =>
          ({ clientUuid }) =>
            figures.deleteClient(clientUuid),
      ),
    ),
    carriesOut(
      REFRESH_FIGURES,
      using(
        { mirror: FIGURES_MIRROR },
        ({ mirror }) =>
          ({ clientUuid }) =>
            mirror.refreshClient(clientUuid),
      ),
    ),
  ],
  background: using(
    { mirror: FIGURES_MIRROR, notifications: WORK_NOTIFICATIONS },
    ({ mirror, notifications }) => {
      let unsubscribe = (): void => undefined;
      return {
        start() {
          unsubscribe = notifications.on("figures", () => mirror.announce());
          mirror.start();
        },
        async stop() {
          unsubscribe();
          await mirror.close();
        },
        needsAnalytics: true,
      };
    },
  ),
  metrics: using({ db: DB }, ({ db }, registry) => measureFigures(registry, () => readFiguresAgeSec(db))),
  notes: using({ db: DB }, ({ db }) => ({
    figures: async () => !isLate(await readFiguresAgeSec(db).catch(() => Infinity)),
  })),
});
