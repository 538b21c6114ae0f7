export { registerConsumptionRoutes } from "./consumption.routes.ts";
export { createConsumptionService } from "./consumption.service.ts";
