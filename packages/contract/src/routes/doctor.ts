import { LastDoctorReport } from "../developers/doctor.ts";
import { defineRoute } from "../route.ts";

/** The calls with which the operator checks the health of the installation. */
export const doctorRoutes = {
  getDoctorReport: defineRoute({
    method: "GET",
    path: "/api/doctor",
    guard: "admin",
    scope: "noKey",
    summary: "Get the result of the last daily check of database, media store, queue and analytics",
    response: LastDoctorReport,
  }),
  startDoctorCheck: defineRoute({
    method: "POST",
    path: "/api/doctor/checks",
    guard: "admin",
    scope: "noKey",
    summary: "Start the daily check now; fails with `check_running` if one is running",
    response: LastDoctorReport,
    status: 202,
  }),
} as const;
