export { registerReplacementRoutes } from "./replacements.routes.ts";
export { createReplacementsService, type ReplacementsService } from "./replacements.service.ts";
