import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import {
  ANALYTICS,
  CONFIG,
  DB,
  ON_ERROR,
  REALTIME,
  STORE,
  WORK_NOTIFICATIONS,
} from "../../../platform/needs.ts";
import { FiguresMirror, findDisagreeingFigures } from "../../insight/figures/index.ts";
import { createRepairRequests } from "../../media/encoding/index.ts";
import { registerDoctorRoutes } from "./doctor.routes.ts";
import { createDoctor, type Doctor } from "./doctor.service.ts";
import { doctorCheckColumns, doctorTables } from "./doctor.table.ts";
import { createDoctorLoop } from "./doctor-loop.ts";

export { createDoctor } from "./doctor.service.ts";
export { linesOfReport } from "./findings.ts";

const DOCTOR_SERVICE = need<Doctor>("doctor");
/** The maximum time for comparing checksums in a daily run. */
const MAX_CHECKSUM_RUN_SEC = 4 * 3_600;

export const doctorModule = defineModule({
  name: "doctor",
  migrations: { "137-doctor": doctorTables, "145-doctor-checks": doctorCheckColumns },
  services: [
    provide(
      DOCTOR_SERVICE,
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
  routes: using({ doctor: DOCTOR_SERVICE }, ({ doctor }, app, guardFor) =>
    registerDoctorRoutes(app, guardFor, doctor),
  ),
  background: using(
    { config: CONFIG, doctor: DOCTOR_SERVICE, notifications: WORK_NOTIFICATIONS, onError: ON_ERROR },
    ({ config, doctor, notifications, onError }) => {
      const checkedBytesPerSec = config.DOCTOR_CHECK_MB_PER_SEC * 1_000_000;
      const pace = { checkedBytesPerSec, checkedBytesMax: checkedBytesPerSec * MAX_CHECKSUM_RUN_SEC };
      const checks = createDoctorLoop({ doctor, pace, notifications, onError });
      return { ...checks, needsAnalytics: true };
    },
  ),
});
