import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { Doctor } from "./doctor.service.ts";

export function registerDoctorRoutes(app: FastifyInstance, guardFor: GuardFor, doctor: Doctor): void {
  bindRoutes(app, guardFor, routes, {
    getDoctorReport: () => doctor.getReport(),
    startDoctorCheck: () => doctor.requestCheck(),
  });
}
