export { createUserChangesService } from "./user-changes.service.ts";
export { createUserRescueService } from "./user-rescue.service.ts";
export { registerUserRoutes } from "./users.routes.ts";
export { createUsersService } from "./users.service.ts";
