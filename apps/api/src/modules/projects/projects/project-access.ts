import { AppError, type ServerEvents } from "@shoal/contract";
import { canInProject, type ProjectAction } from "@shoal/domain";
import type { Tx } from "../../../platform/database.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { createProjectsRepository, type FoundProject, type LockedProject } from "./projects.repository.ts";
import { standingOf } from "./standing.ts";

/** Finds a project that the actor is in. @throws AppError "project_not_found" for any other project. */
export async function getProjectOf(tx: Tx, actor: Actor, uuid: string): Promise<FoundProject> {
  const project = await createProjectsRepository(tx).findProject(actor, uuid);
  if (!project) throw projectNotFound();
  return project;
}

/**
 * Finds a project and locks it for a change.
 * @param action the required permission; undefined if that depends on more.
 * @throws AppError "project_not_found" or "forbidden".
 */
export async function lockProjectOf(
  tx: Tx,
  actor: Actor,
  uuid: string,
  action?: ProjectAction,
): Promise<LockedProject> {
  const project = await createProjectsRepository(tx).lockProject(actor, uuid);
  if (!project || standingOf(project.rank) === undefined) throw projectNotFound();
  if (action) assertCan(project, action);
  return project;
}

/** Whether the caller's role in a project permits an action. */
export const isAllowedIn = (
  { rank, archived_at }: Pick<LockedProject, "rank" | "archived_at">,
  action: ProjectAction,
) => canInProject(standingOf(rank), action, { isArchived: archived_at !== null });

/** @throws AppError "forbidden". */
export function assertCan(project: Pick<LockedProject, "rank" | "archived_at">, action: ProjectAction): void {
  if (isAllowedIn(project, action)) return;
  const isArchived = canInProject(standingOf(project.rank), action);
  throw new AppError(
    "forbidden",
    isArchived ? "The project is archived" : "Your role in this project does not allow this",
  );
}

const projectNotFound = () => new AppError("project_not_found", "No such project");

/** Creates the notifier of projects, which reaches only the people in a project. */
export function createProjectNews(realtime: Pick<Realtime, "emitToUsers">) {
  return {
    /** Lists the people in a project, to be called before a change that ends their access. */
    listeners: (tx: Tx, actor: Actor, uuid: string) =>
      createProjectsRepository(tx).listUserUuids(actor.clientUuid, uuid),
    notify<E extends "project.changed" | "version.added">(
      listeners: readonly string[],
      event: E,
      ...args: Parameters<ServerEvents[E]>
    ): void {
      realtime.emitToUsers([...new Set(listeners)], event, ...args);
    },
  };
}
export type ProjectNews = ReturnType<typeof createProjectNews>;
