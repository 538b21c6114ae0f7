import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { DB, REALTIME } from "../../../platform/needs.ts";
import { AUTH } from "../auth/index.ts";
import { createUserChangesService, type UserChangesService } from "./user-changes.service.ts";
import { createUserRescueService, type UserRescueService } from "./user-rescue.service.ts";
import { registerUserRoutes } from "./users.routes.ts";
import { createUsersService, type UsersService, VIDEOS_OF_USERS } from "./users.service.ts";

export { VIDEOS_OF_USERS } from "./users.service.ts";

const USERS = need<UsersService>("users");
const USER_CHANGES = need<UserChangesService>("changes of users");
const USER_RESCUE = need<UserRescueService>("rescue of users");

export const usersModule = defineModule({
  name: "users",
  services: [
    provide(USERS, { db: DB, auth: AUTH, videos: VIDEOS_OF_USERS }, ({ db, auth, videos }) =>
      createUsersService({ db, links: auth.links, limits: auth, videos }),
    ),
    provide(USER_CHANGES, { db: DB, auth: AUTH, realtime: REALTIME }, ({ db, auth, realtime }) =>
      createUserChangesService({ db, links: auth.links, limits: auth, realtime }),
    ),
    provide(USER_RESCUE, { db: DB, auth: AUTH }, ({ db, auth }) =>
      createUserRescueService({ db, rescue: auth.rescue, ownPassword: auth.ownPassword, limits: auth }),
    ),
  ],
  routes: using(
    { users: USERS, userChanges: USER_CHANGES, userRescue: USER_RESCUE },
    (services, app, guardFor) => registerUserRoutes(app, guardFor, services),
  ),
});
