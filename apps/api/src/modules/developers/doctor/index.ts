import { CLEANING_PAUSE_MS, defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { ANALYTICS, CONFIG, DB, ON_ERROR, REALTIME, STORE } from "../../../platform/needs.ts";
import { FiguresMirror, findDisagreeingFigures } from "../../insight/figures/index.ts";
import { createRepairRequests } from "../../media/encoding/index.ts";
import { registerDoctorRoutes } from "./doctor.routes.ts";
import { createDoctor, type Doctor } from "./doctor.service.ts";
import { doctorTables } from "./doctor.table.ts";

export { createDoctor } from "./doctor.service.ts";
export { linesOfReport } from "./findings.ts";

const DOCTOR = need<Doctor>("doctor");
/** The maximum time for comparing checksums in a daily run. */
const CHECKED_SEC = 4 * 3_600;

export const doctorModule = defineModule({
  name: "doctor",
  migrations: { "137-doctor": doctorTables },
  services: [
    provide(
      DOCTOR,
      { config: CONFIG, db: DB, store: STORE, analytics: ANALYTICS, realtime: REALTIME, onError: ON_ERROR },
      ({ config, store, ...deps }) => {
        const mirror = new FiguresMirror(deps);
        return createDoctor({
          db: deps.db,
          store,
          openRepairs: createRepairRequests({ db: deps.db, store }).open,
          findDisagreeing: (uuids) => findDisagreeingFigures(deps, uuids),
          refreshFigures: (clientUuid) => mirror.refreshClient(clientUuid),
          uploadKeptHours: config.UPLOAD_KEPT_HOURS,
        });
      },
    ),
  ],
  routes: using({ doctor: DOCTOR }, ({ doctor }, app, guardFor) =>
    registerDoctorRoutes(app, guardFor, doctor),
  ),
  schedules: using({ config: CONFIG, doctor: DOCTOR }, ({ config, doctor }) => {
    const checkedBytesPerSec = config.DOCTOR_CHECK_MB_PER_SEC * 1_000_000;
    const pace = { checkedBytesPerSec, checkedBytesMax: checkedBytesPerSec * CHECKED_SEC };
    return [
      { run: (signal) => doctor.runDaily(pace, signal), pauseMs: CLEANING_PAUSE_MS, needsAnalytics: true },
    ];
  }),
});
