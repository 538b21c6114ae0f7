export { createUserChangesService } from "./user-changes.service.ts";
export { registerUserRoutes } from "./users.routes.ts";
export { createUsersService } from "./users.service.ts";
