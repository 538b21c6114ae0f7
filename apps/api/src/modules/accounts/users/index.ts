import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { DB, REALTIME } from "../../../platform/needs.ts";
import { AUTH_SERVICE } from "../auth/index.ts";
import { createUserChangesService, type UserChangesService } from "./user-changes.service.ts";
import { createUserRecovery, type UserRecovery } from "./user-recovery.service.ts";
import { registerUserRoutes } from "./users.routes.ts";
import { createUsersService, type UsersService, VIDEOS_OF_USERS } from "./users.service.ts";

export { VIDEOS_OF_USERS } from "./users.service.ts";

const USERS_SERVICE = need<UsersService>("users");
const USER_CHANGES = need<UserChangesService>("changes of users");
const USER_RECOVERY = need<UserRecovery>("recovery of users");

export const usersModule = defineModule({
  name: "users",
  services: [
    provide(USERS_SERVICE, { db: DB, auth: AUTH_SERVICE, videos: VIDEOS_OF_USERS }, ({ db, auth, videos }) =>
      createUsersService({ db, links: auth.links, limits: auth, videos }),
    ),
    provide(USER_CHANGES, { db: DB, auth: AUTH_SERVICE, realtime: REALTIME }, ({ db, auth, realtime }) =>
      createUserChangesService({ db, links: auth.links, limits: auth, realtime }),
    ),
    provide(USER_RECOVERY, { db: DB, auth: AUTH_SERVICE }, ({ db, auth }) =>
      createUserRecovery({ db, recovery: auth.recovery, ownPassword: auth.ownPassword, limits: auth }),
    ),
  ],
  routes: using(
    { users: USERS_SERVICE, userChanges: USER_CHANGES, userRecovery: USER_RECOVERY },
    (services, app, guardFor) => registerUserRoutes(app, guardFor, services),
  ),
});
