import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { DB, LIMIT_STORE, REALTIME } from "../../../platform/needs.ts";
import { registerTeamRoutes } from "./teams.routes.ts";
import { createTeamsService, PROJECTS_OF_TEAMS, type TeamsService } from "./teams.service.ts";
import { teamTables } from "./teams.table.ts";
import { createUserLookups, USER_LOOKUPS } from "./user-lookups.ts";

export { type ClientPerson, createPeopleRepository } from "./people.repository.ts";
export {
  assertProjectsOffered,
  isCaretaker,
  isSupport,
  personOf,
  teamNotFound,
  unknownUser,
  userNotFound,
} from "./teams.policy.ts";
export { PROJECTS_OF_TEAMS, type ProjectsOfTeams } from "./teams.service.ts";
export { USER_LOOKUPS, type UserLookups } from "./user-lookups.ts";

const TEAMS_SERVICE = need<TeamsService>("teams");

export const teamsModule = defineModule({
  name: "teams",
  migrations: { "065-teams": teamTables },
  services: [
    provide(USER_LOOKUPS, { limitStore: LIMIT_STORE }, ({ limitStore }) => createUserLookups(limitStore)),
    provide(
      TEAMS_SERVICE,
      { db: DB, realtime: REALTIME, projects: PROJECTS_OF_TEAMS, lookups: USER_LOOKUPS },
      createTeamsService,
    ),
  ],
  routes: using({ teams: TEAMS_SERVICE }, ({ teams }, app, guardFor) =>
    registerTeamRoutes(app, guardFor, teams),
  ),
});
