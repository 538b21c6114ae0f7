import {
  AppError,
  type CreateProject,
  DEFAULT_PAGE_SIZE,
  MAX_PROJECT_PEOPLE,
  MAX_PROJECTS,
  type ProjectListQuery,
  type ProjectSummary,
  type ProjectView,
  type UpdateProject,
} from "@shoal/contract";
import { hasRole } from "@shoal/domain";
import type { Updateable } from "kysely";
import type { Database, Tx } from "../../../platform/database.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import {
  createVideosRepository,
  type RemovalOfVideos,
  type ServingEdge,
  videoNotFound,
} from "../../media/videos/index.ts";
import {
  assertProjectsOffered,
  createPeopleRepository,
  type ProjectsOfTeams,
  personOf,
  teamNotFound,
  type UserLookups,
} from "../teams/index.ts";
import type { ApprovalsOfVersions } from "./approvals-of-versions.ts";
import { getPublishedVideo } from "./new-version.ts";
import { assertCan, createProjectNews, getProjectOf, lockProjectOf } from "./project-access.ts";
import { type ProjectParts, presentProject, presentSummary } from "./projects.present.ts";
import {
  createProjectsRepository,
  type FoundProject,
  type LockedProject,
  type ProjectNarrowing,
} from "./projects.repository.ts";
import type { ProjectRow } from "./projects.table.ts";
import { createVersionsRepository } from "./versions.repository.ts";

export interface ProjectsDeps {
  db: Database;
  realtime: Pick<Realtime, "emitToUsers">;
  edge: ServingEdge;
  removal: Pick<RemovalOfVideos, "removeVideos" | "announce">;
  approvals: Pick<ApprovalsOfVersions, "isJudged">;
  lookups: UserLookups;
}

/**
 * Manages projects that the actor is in. Every call throws AppError "forbidden" for a client without projects, and
 * "project_not_found" if the actor is not in the project.
 */
export function createProjectsService({ db, realtime, edge, removal, approvals, lookups }: ProjectsDeps) {
  const news = createProjectNews(realtime);

  const service = {
    /** @param narrowing the filter given by the path. */
    async listProjects(actor: Actor, query: ProjectListQuery, narrowing: ProjectNarrowing = {}) {
      assertProjectsOffered(actor);
      const projects = createProjectsRepository(db);
      const limit = query.pagesize ?? actor.user.default_page_size ?? DEFAULT_PAGE_SIZE;
      const page = { query, ...narrowing };
      const size = projects.countProjects(actor, page);
      if (limit === 0) return { _embedded: [], _size: await size };
      const rows = projects.listProjects(actor, page, { limit, offset: (query.page - 1) * limit });
      const [found, count] = await Promise.all([rows, size]);
      return { _embedded: await presentAll(actor, found), _size: count };
    },

    /** @throws AppError "team_not_found". */
    async listTeamProjects(actor: Actor, teamUuid: string, query: ProjectListQuery) {
      assertProjectsOffered(actor);
      const [team] = await createProjectsRepository(db).findTeams(actor.clientUuid, [teamUuid]);
      if (!team) throw teamNotFound();
      return service.listProjects(actor, query, { teamUuid });
    },

    /** Lists projects with a video, including archived ones. @throws AppError "video_not_found". */
    async listVideoProjects(actor: Actor, videoUuid: string): Promise<ProjectSummary[]> {
      assertProjectsOffered(actor);
      if (!(await createVideosRepository(db).isShown(actor.clientUuid, videoUuid))) throw videoNotFound();
      const all = { limit: MAX_PROJECTS, offset: 0 };
      const rows = await createProjectsRepository(db).listProjects(actor, { query: {}, videoUuid }, all);
      return presentAll(actor, rows);
    },

    async getProject(actor: Actor, uuid: string): Promise<ProjectView> {
      assertProjectsOffered(actor);
      return read(db, actor, uuid);
    },

    /** @throws AppError "video_not_found", "too_many_requests", or "bad_request" naming unknown users and teams. */
    async createProject(actor: Actor, wanted: CreateProject): Promise<ProjectView> {
      assertProjectsOffered(actor);
      const add = async (tx: Tx) => {
        const uuid = await addProject(tx, actor, wanted);
        return { project: await read(tx, actor, uuid), listeners: await news.listeners(tx, actor, uuid) };
      };
      const { project, listeners } = await lookups.counted(actor, () => db.transaction().execute(add));
      news.notify(listeners, "project.changed", { uuid: project.uuid });
      return project;
    },

    /** @throws AppError "forbidden", "edit_conflict", or "bad_request" for an unknown version. */
    async updateProject(actor: Actor, uuid: string, change: UpdateProject): Promise<ProjectView> {
      assertProjectsOffered(actor);
      const { project, listeners } = await db.transaction().execute(async (tx) => {
        const row = await lockProjectOf(tx, actor, uuid);
        if (change.revision !== undefined && change.revision !== row.revision)
          throw new AppError("edit_conflict", "Someone else changed this project: fetch it again");
        await assertChangeable(tx, actor, row, change);
        const { status = row.status } = change;
        if (status !== row.status && (await approvals.isJudged(tx, actor, row.uuid)))
          throw new AppError("bad_request", "The status follows from the decisions on the newest version", [
            { path: "status", reason: "follows from the decisions on the newest version" },
          ]);
        await createProjectsRepository(tx).updateProject(actor.clientUuid, uuid, columnsOf(change));
        return { project: await read(tx, actor, uuid), listeners: await news.listeners(tx, actor, uuid) };
      });
      news.notify(listeners, "project.changed", { uuid });
      return project;
    },

    /**
     * @param isWithVideos whether to delete the videos of its versions as well, except those in other projects.
     * @throws AppError "forbidden", also for videos that the caller may not delete.
     */
    async deleteProject(actor: Actor, uuid: string, isWithVideos: boolean): Promise<void> {
      assertProjectsOffered(actor);
      if (isWithVideos && !hasRole(actor.roles, "editor"))
        throw new AppError("forbidden", "Your role does not allow you to delete videos");
      const { listeners, removed } = await db.transaction().execute(async (tx) => {
        await lockProjectOf(tx, actor, uuid, "delete");
        const listeners = await news.listeners(tx, actor, uuid);
        const removed = isWithVideos ? await removeVideos(tx, actor, uuid) : undefined;
        await createProjectsRepository(tx).deleteProject(actor.clientUuid, uuid);
        return { listeners, removed };
      });
      if (removed) removal.announce(actor.clientUuid, removed);
      news.notify(listeners, "project.changed", { uuid });
    },
  };

  async function presentAll(actor: Actor, rows: readonly FoundProject[]): Promise<ProjectSummary[]> {
    const { collaborators, teams } = await listParts(db, actor, ...rows.map(({ uuid }) => uuid));
    const peopleOf = Map.groupBy(collaborators, ({ project_uuid: uuid }) => uuid);
    const teamsOf = Map.groupBy(teams, ({ project_uuid: uuid }) => uuid);
    return rows.map((row) => {
      const parts = { collaborators: peopleOf.get(row.uuid) ?? [], teams: teamsOf.get(row.uuid) ?? [] };
      return presentSummary(row, parts, edge);
    });
  }

  async function read(tx: Tx, actor: Actor, uuid: string): Promise<ProjectView> {
    const row = await getProjectOf(tx, actor, uuid);
    return presentProject(row, await listParts(tx, actor, uuid), edge);
  }

  async function addProject(tx: Tx, actor: Actor, wanted: CreateProject): Promise<string> {
    const { clientUuid, userUuid, username } = actor;
    const projects = createProjectsRepository(tx);
    const people = await createPeopleRepository(tx).findPeople(clientUuid, wanted.collabs, "collabs");
    const teams = await findTeams(tx, clientUuid, wanted.teams);
    // The client is locked before its video, in the order of the deletion of a client, so that the two cannot deadlock.
    const count = await projects.countForAdding(clientUuid);
    const video = await getPublishedVideo(tx, clientUuid, wanted.uuid, "uuid");
    if (count >= MAX_PROJECTS) throw tooManyProjectsError();
    const uuid = await projects.addProject({
      client_uuid: clientUuid,
      name: wanted.name,
      description: wanted.description,
      // Projects created by support or an API key have no owner: the client's managers manage them.
      owner_uuid: personOf(actor),
      owner_name: username,
    });
    const others = people.filter((person) => person.uuid !== userUuid);
    await projects.addCollaborators(clientUuid, uuid, others.slice(0, MAX_PROJECT_PEOPLE));
    await projects.putTeams(
      clientUuid,
      uuid,
      teams.map((team) => ({ uuid: team, role: null })),
    );
    await createVersionsRepository(tx).addVersion({
      project_uuid: uuid,
      client_uuid: clientUuid,
      number: 1,
      publisher_uuid: personOf(actor),
      publisher_name: username,
      kind: wanted.kind,
      ...video,
    });
    return uuid;
  }

  async function removeVideos(tx: Tx, { clientUuid }: Actor, uuid: string) {
    const versions = createVersionsRepository(tx);
    const uuids = await versions.listOwnVideos(clientUuid, uuid);
    const videos = await createVideosRepository(tx).lockVideos(clientUuid, uuids);
    // A video that was added to another project while this call waited for the lock is kept.
    const own = new Set(await versions.listOwnVideos(clientUuid, uuid));
    return removal.removeVideos(
      tx,
      clientUuid,
      videos.filter((video) => own.has(video.uuid)),
    );
  }

  return service;
}
export type ProjectsService = ReturnType<typeof createProjectsService>;

/** Provides the project functions that teams need. */
export const createProjectsOfTeams = (db: Database): ProjectsOfTeams => ({
  async findTeamRole(actor, projectUuid, teamUuid) {
    await getProjectOf(db, actor, projectUuid);
    const teams = await createProjectsRepository(db).listTeams(actor.clientUuid, projectUuid);
    return teams.find(({ uuid }) => uuid === teamUuid)?.role ?? null;
  },
});

async function listParts(tx: Tx, { clientUuid }: Actor, ...uuids: string[]): Promise<ProjectParts> {
  const projects = createProjectsRepository(tx);
  return {
    collaborators: await projects.listCollaborators(clientUuid, ...uuids),
    teams: await projects.listTeams(clientUuid, ...uuids),
  };
}

/** Returns the teams without duplicates. @throws AppError "bad_request" naming unknown teams. */
async function findTeams(tx: Tx, clientUuid: string, uuids: readonly string[]): Promise<string[]> {
  const found = await createProjectsRepository(tx).findTeams(clientUuid, uuids);
  const known = new Set(found.map(({ uuid }) => uuid));
  const faults = uuids.flatMap((uuid, n) =>
    known.has(uuid.toLowerCase()) ? [] : [{ path: `teams.${n}`, reason: `The team ${uuid} does not exist` }],
  );
  if (faults.length > 0) throw new AppError("bad_request", faults[0]?.reason, faults);
  return [...known];
}

/** Checks the permission for each part of a change. A change that unarchives the project may contain other parts. */
async function assertChangeable(
  tx: Tx,
  { clientUuid }: Actor,
  row: LockedProject,
  change: UpdateProject,
): Promise<void> {
  const { isArchived, status, currentVersion } = change;
  if (isArchived !== undefined) assertCan(row, "archive");
  const project = isArchived === false ? { ...row, archived_at: null } : row;
  if (change.name !== undefined || change.description !== undefined) assertCan(project, "editSettings");
  if (status !== undefined) assertCan(project, "decide");
  if (currentVersion === undefined) return;
  assertCan(project, "manageVersions");
  const numbers = await createVersionsRepository(tx).listNumbers(clientUuid, row.uuid);
  if (numbers.includes(currentVersion)) return;
  throw new AppError("bad_request", "No such version", [
    { path: "currentVersion", reason: "is not a version of this project" },
  ]);
}

function columnsOf({
  name,
  description,
  status,
  isArchived,
  currentVersion,
}: UpdateProject): Updateable<ProjectRow> {
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(status === undefined ? {} : { status }),
    ...(isArchived === undefined ? {} : { archived_at: isArchived ? new Date() : null }),
    ...(currentVersion === undefined ? {} : { current_version: currentVersion }),
  };
}

const tooManyProjectsError = () =>
  new AppError("bad_request", "Too many projects", [
    { path: "name", reason: `exceeds the maximum of ${MAX_PROJECTS} projects` },
  ]);
