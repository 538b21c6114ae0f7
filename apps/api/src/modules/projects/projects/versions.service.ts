import {
  AppError,
  type CreateVersion,
  MAX_PROJECT_VERSIONS,
  type UpdateVersion,
  type VersionView,
} from "@shoal/contract";
import type { Database, Tx } from "../../../platform/database.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import type { ServingEdge } from "../../media/videos/index.ts";
import { assertProjectsOffered, personOf } from "../teams/index.ts";
import type { ApprovalsOfVersions } from "./approvals-of-versions.ts";
import { getPublishedVideo } from "./new-version.ts";
import { createProjectNews, getProjectOf, isAllowedIn, lockProjectOf } from "./project-access.ts";
import { presentVersion } from "./projects.present.ts";
import { createProjectsRepository } from "./projects.repository.ts";
import { createVersionsRepository, type FoundVersion } from "./versions.repository.ts";

export interface VersionsDeps {
  db: Database;
  realtime: Pick<Realtime, "emitToUsers">;
  edge: ServingEdge;
  approvals: Pick<ApprovalsOfVersions, "requestAgain" | "isDecided">;
}

/** Manages versions of projects, each with the state of its video. Every call throws the same errors as the calls for projects. */
export function createVersionsService({ db, realtime, edge, approvals }: VersionsDeps) {
  const news = createProjectNews(realtime);
  const present = (row: FoundVersion) => presentVersion(row, edge, Date.now());

  async function read(tx: Tx, { clientUuid }: Actor, uuid: string, number: number): Promise<VersionView> {
    const row = await createVersionsRepository(tx).findVersion(clientUuid, uuid, number);
    if (!row) throw versionNotFound();
    return present(row);
  }

  return {
    /** Lists versions, newest first. */
    async listVersions(actor: Actor, uuid: string): Promise<VersionView[]> {
      assertProjectsOffered(actor);
      await getProjectOf(db, actor, uuid);
      return (await createVersionsRepository(db).listVersions(actor.clientUuid, uuid)).map(present);
    },

    async getLatest(actor: Actor, uuid: string): Promise<VersionView> {
      assertProjectsOffered(actor);
      await getProjectOf(db, actor, uuid);
      const row = await createVersionsRepository(db).findLatest(actor.clientUuid, uuid);
      if (!row) throw versionNotFound();
      return present(row);
    },

    /** @throws AppError "not_found" for an unknown number. */
    async getVersion(actor: Actor, uuid: string, number: number): Promise<VersionView> {
      assertProjectsOffered(actor);
      await getProjectOf(db, actor, uuid);
      return read(db, actor, uuid, number);
    },

    async canManage(actor: Actor, uuid: string): Promise<{ canManageVersion: boolean }> {
      assertProjectsOffered(actor);
      return { canManageVersion: isAllowedIn(await getProjectOf(db, actor, uuid), "manageVersions") };
    },

    /**
     * Adds a version, which becomes the current one; the reviewers of the previous version are requested again.
     * @throws AppError "forbidden", "video_not_found", or "edit_conflict" for a number in use.
     */
    async addVersion(actor: Actor, uuid: string, wanted: CreateVersion): Promise<VersionView> {
      assertProjectsOffered(actor);
      const { version, listeners } = await db.transaction().execute(async (tx) => {
        const project = await lockProjectOf(tx, actor, uuid, "manageVersions");
        const versions = createVersionsRepository(tx);
        const numbers = await versions.listNumbers(actor.clientUuid, uuid);
        const number = chooseNumber(numbers, wanted.number);
        const video = await getPublishedVideo(tx, actor.clientUuid, wanted.uuidVideo, "uuidVideo");
        await versions.addVersion({
          project_uuid: uuid,
          client_uuid: actor.clientUuid,
          number,
          publisher_uuid: personOf(actor),
          publisher_name: actor.username,
          description: wanted.description,
          kind: wanted.kind,
          ...(wanted.createdDate ? { created_date: parseCreatedDate(wanted.createdDate) } : {}),
          ...video,
        });
        await createProjectsRepository(tx).recordActivity(actor.clientUuid, uuid, {
          current_version: number,
        });
        const before = Math.max(0, ...numbers);
        if (number > before)
          await approvals.requestAgain(tx, actor, {
            projectUuid: project.uuid,
            number,
            before,
            status: project.status,
          });
        return {
          version: await read(tx, actor, uuid, number),
          listeners: await news.listeners(tx, actor, uuid),
        };
      });
      news.notify(listeners, "version.added", { uuid, number: version.number });
      return version;
    },

    /**
     * Updates a version. A version with a decision keeps its video, because the reviewer never saw another video.
     * @throws AppError "forbidden", "not_found", "video_not_found", or "bad_request" for a change of the number, or of a video that
     * has a decision.
     */
    async updateVersion(
      actor: Actor,
      uuid: string,
      number: number,
      change: UpdateVersion,
    ): Promise<VersionView> {
      assertProjectsOffered(actor);
      if (change.number !== undefined && change.number !== number)
        throw new AppError("bad_request", "The number of a version cannot be changed", [
          { path: "number", reason: "cannot be changed" },
        ]);
      const { version, listeners } = await db.transaction().execute(async (tx) => {
        await lockProjectOf(tx, actor, uuid, "manageVersions");
        const before = await read(tx, actor, uuid, number);
        const isOther = change.uuidVideo !== undefined && change.uuidVideo.toLowerCase() !== before.uuidVideo;
        if (isOther && (await approvals.isDecided(tx, actor, uuid, number)))
          throw new AppError("bad_request", "This version has a decision: add a new version", [
            { path: "uuidVideo", reason: VIDEO_DECIDED_REASON },
          ]);
        await createVersionsRepository(tx).updateVersion(actor.clientUuid, uuid, number, {
          ...(change.description === undefined ? {} : { description: change.description }),
          ...(change.createdDate === undefined ? {} : { created_date: parseCreatedDate(change.createdDate) }),
          ...(isOther
            ? await getPublishedVideo(tx, actor.clientUuid, change.uuidVideo ?? "", "uuidVideo")
            : {}),
        });
        const current = change.isCurrent ? { current_version: number } : {};
        await createProjectsRepository(tx).recordActivity(actor.clientUuid, uuid, current);
        return {
          version: await read(tx, actor, uuid, number),
          listeners: await news.listeners(tx, actor, uuid),
        };
      });
      news.notify(listeners, "project.changed", { uuid });
      return version;
    },
  };
}
export type VersionsService = ReturnType<typeof createVersionsService>;

const VIDEO_DECIDED_REASON = "cannot be changed after a decision: add a new version";

/** The tolerance for clocks that are ahead and for other time zones. */
const FUTURE_TOLERANCE_MS = 86_400_000;

/**
 * Parses the day on which a version was made, as another program states it.
 * @throws AppError "bad_request" for a day in the future.
 */
function parseCreatedDate(createdDate: string): Date {
  const date = new Date(createdDate);
  if (date.getTime() <= Date.now() + FUTURE_TOLERANCE_MS) return date;
  throw new AppError("bad_request", "The date of a version cannot be in the future", [
    { path: "createdDate", reason: "must not be in the future" },
  ]);
}

/** @throws AppError "edit_conflict" for a number in use, or "bad_request" if there are too many. */
function chooseNumber(taken: readonly number[], wanted: number | undefined): number {
  if (wanted !== undefined && taken.includes(wanted))
    throw new AppError("edit_conflict", `Version ${wanted} already exists: fetch the project again`);
  const number = wanted ?? Math.max(0, ...taken) + 1;
  if (number <= MAX_PROJECT_VERSIONS) return number;
  throw new AppError("bad_request", "Too many versions", [
    { path: "number", reason: `exceeds the maximum of ${MAX_PROJECT_VERSIONS} versions` },
  ]);
}

const versionNotFound = () => new AppError("not_found", "No such version");
