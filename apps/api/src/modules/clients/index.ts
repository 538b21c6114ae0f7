export { createAuthorizationsService } from "./authorizations.service.ts";
export { createClientDeletionService } from "./client-deletion.service.ts";
export { registerClientRoutes } from "./clients.routes.ts";
export { createClientsService } from "./clients.service.ts";
export { scheduleDeletions } from "./deletion-schedule.ts";
export { createIceSetsService } from "./ice-sets.service.ts";
export { createStorageService } from "./storage.service.ts";
