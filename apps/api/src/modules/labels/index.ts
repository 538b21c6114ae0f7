export { registerLabelRoutes } from "./labels.routes.ts";
export { createLabelsService } from "./labels.service.ts";
