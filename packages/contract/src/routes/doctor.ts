import { LastDoctorReport } from "../developers/doctor.ts";
import { defineRoute } from "../route.ts";

/** The health of the installation, for the operator. */
export const doctorRoutes = {
  getDoctorReport: defineRoute({
    method: "GET",
    path: "/api/doctor",
    guard: "admin",
    scope: "noKey",
    summary: "Get what the last daily comparison of database, media store, queue and analytics found",
    response: LastDoctorReport,
  }),
  startDoctorCheck: defineRoute({
    method: "POST",
    path: "/api/doctor/checks",
    guard: "admin",
    scope: "noKey",
    summary: "Start the daily comparison now; fails with `check_running` while there is one",
    response: LastDoctorReport,
    status: 202,
  }),
} as const;
