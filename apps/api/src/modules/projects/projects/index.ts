import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { DB, REALTIME } from "../../../platform/needs.ts";
import { REMOVAL_OF_VIDEOS, SERVING_EDGE } from "../../media/videos/index.ts";
import { PROJECTS_OF_TEAMS, USER_LOOKUPS } from "../teams/index.ts";
import { APPROVALS_OF_VERSIONS } from "./approvals-of-versions.ts";
import { createProjectPeopleService, type ProjectPeopleService } from "./project-people.service.ts";
import { registerProjectRoutes } from "./projects.routes.ts";
import { createProjectsOfTeams, createProjectsService, type ProjectsService } from "./projects.service.ts";
import { projectTables, versionTables } from "./projects.table.ts";
import { createVersionsService, type VersionsService } from "./versions.service.ts";

export { APPROVALS_OF_VERSIONS, type ApprovalsOfVersions } from "./approvals-of-versions.ts";
export { countFrames } from "./count-frames.ts";
export { assertCan, getProjectOf, isAllowedIn, lockProjectOf } from "./project-access.ts";
export { presentVersion } from "./projects.present.ts";
export { createProjectsRepository, type LockedProject } from "./projects.repository.ts";
export { rankSql, standingOf } from "./standing.ts";
export { findUsersByName, hasVersion, type VersionKey, versionCondition } from "./version-key.ts";
export { createVersionsRepository } from "./versions.repository.ts";

const PROJECTS_SERVICE = need<ProjectsService>("projects");
const PROJECT_PEOPLE = need<ProjectPeopleService>("people of projects");
const VERSIONS_SERVICE = need<VersionsService>("versions of projects");

export const projectsModule = defineModule({
  name: "projects",
  migrations: { "066-projects": projectTables, "067-project-versions": versionTables },
  services: [
    provide(
      PROJECTS_SERVICE,
      {
        db: DB,
        realtime: REALTIME,
        edge: SERVING_EDGE,
        removal: REMOVAL_OF_VIDEOS,
        approvals: APPROVALS_OF_VERSIONS,
        lookups: USER_LOOKUPS,
      },
      createProjectsService,
    ),
    provide(PROJECTS_OF_TEAMS, { db: DB }, ({ db }) => createProjectsOfTeams(db)),
    provide(
      PROJECT_PEOPLE,
      { db: DB, realtime: REALTIME, lookups: USER_LOOKUPS },
      createProjectPeopleService,
    ),
    provide(
      VERSIONS_SERVICE,
      { db: DB, realtime: REALTIME, edge: SERVING_EDGE, approvals: APPROVALS_OF_VERSIONS },
      createVersionsService,
    ),
  ],
  routes: using(
    { projects: PROJECTS_SERVICE, people: PROJECT_PEOPLE, versions: VERSIONS_SERVICE },
    (services, app, guardFor) => registerProjectRoutes(app, guardFor, services),
  ),
});
